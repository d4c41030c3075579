//! Who performs the tasks of a run: one session, or several at the same time.

use super::task::{Plan, Task, TaskOutcome};
use crate::ordered::sort_by_key;
use crate::session::Session;
use crate::verdict::CaseResult;
use ascertain::backend::{Backend, Description};
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Scope, ScopedJoinHandle};

/// How many tasks for each job are begun before the oldest is finished.
const AHEAD: usize = 4;

/// Handles what comes of a task. Breaks when the other tasks are not needed.
pub(super) type Each<'a> = dyn FnMut(Task, TaskOutcome) -> ControlFlow<()> + 'a;

/// Performs tasks.
pub(super) trait Workers {
    /// Performs tasks, and hands out what comes of each, in the order of the tasks.
    fn perform(&mut self, tasks: &mut dyn Iterator<Item = Task>, each: &mut Each<'_>);

    /// Ends the backends. The first finding, if one did something wrong that belongs to no case.
    fn finish(&mut self) -> Option<CaseResult>;
}

/// What a backend says of itself when it starts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Started {
    /// The backend's name.
    pub name: String,
    /// The implementation's version.
    pub version: String,
    /// Warnings about declarations that are not understood, and failures by what is declared.
    #[serde(default, rename = "declared", skip_serializing_if = "Vec::is_empty")]
    pub declaration_warnings: Vec<CaseResult>,
    /// What it says of itself, demands of the user included. It is not stored.
    #[serde(skip)]
    pub description: Description,
}

impl PartialEq for Started {
    /// Whether both say the same, of what is stored.
    fn eq(&self, other: &Self) -> bool {
        let stored = |started: &Self| (started.name.clone(), started.version.clone());
        stored(self) == stored(other) && self.declaration_warnings == other.declaration_warnings
    }
}

impl Started {
    pub(super) fn of(session: &Session<'_>) -> Self {
        let description = session.description();
        Self {
            name: description.name.clone(),
            version: description.version.clone(),
            declaration_warnings: session.declaration_warnings().to_vec(),
            description: description.clone(),
        }
    }
}

/// One session, in this thread.
pub(super) struct Alone<'r, 'p, 's> {
    pub(super) plan: &'r Plan<'p>,
    pub(super) session: Session<'s>,
}

impl Workers for Alone<'_, '_, '_> {
    fn perform(&mut self, tasks: &mut dyn Iterator<Item = Task>, each: &mut Each<'_>) {
        for task in tasks {
            let done = self.plan.perform(&mut self.session, &task);
            if each(task, done).is_break() {
                break;
            }
        }
    }

    fn finish(&mut self) -> Option<CaseResult> {
        self.session.finish()
    }
}

/// Makes a backend for a job.
///
/// # Errors
/// A message, if it cannot be made.
pub type Make<'a> = dyn Fn() -> Result<Box<dyn Backend>, String> + Sync + 'a;

/// Several sessions, each in a thread with a backend of its own.
pub(super) struct Pool<'s> {
    /// Gone when there are no more tasks.
    tasks: Option<Sender<(usize, Task)>>,
    done: Receiver<Finished>,
    threads: Vec<ScopedJoinHandle<'s, Option<CaseResult>>>,
}

/// A task with its number, and what came of it, or the panic that ended it.
type Finished = (usize, Task, Result<TaskOutcome, Box<dyn Any + Send>>);

impl<'s> Pool<'s> {
    /// Starts a backend for each job.
    ///
    /// # Errors
    /// A message, if one does not start.
    pub(super) fn start<'p: 's>(
        scope: &'s Scope<'s, '_>,
        plan: &'s Plan<'p>,
        jobs: usize,
        make: &'s Make<'s>,
    ) -> Result<(Started, Self), String> {
        let (tasks, waiting) = channel();
        let (finished, done) = channel();
        let (start, starts) = channel();
        let waiting = Arc::new(Mutex::new(waiting));
        let threads = (0..jobs)
            .map(|job| {
                let (waiting, finished, start) = (Arc::clone(&waiting), finished.clone(), start.clone());
                scope.spawn(move || {
                    let mut backend = make();
                    let session = match &mut backend {
                        Ok(backend) => Session::start(backend.as_mut(), plan.options),
                        Err(why) => Err(why.clone()),
                    };
                    let _ = start.send((job, session.as_ref().map(Started::of).map_err(Clone::clone)));
                    drop(start);
                    work(session.ok()?, plan, &waiting, &finished)
                })
            })
            .collect();
        drop(start);
        let mut started: Vec<_> = starts.iter().collect();
        sort_by_key(&mut started, |(job, _)| *job);
        let mut first = None;
        for (_, started) in started {
            let started = started?;
            first.get_or_insert(started);
        }
        let first = first.ok_or("no job has started")?;
        Ok((first, Self { tasks: Some(tasks), done, threads }))
    }
}

/// Performs tasks until there are no more.
fn work(
    mut session: Session<'_>,
    plan: &Plan<'_>,
    waiting: &Mutex<Receiver<(usize, Task)>>,
    finished: &Sender<Finished>,
) -> Option<CaseResult> {
    loop {
        // The others wait for the lock, as they would for a task.
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, task)) = next else { break };
        // A panic must reach the thread that waits for this task.
        let done = catch_unwind(AssertUnwindSafe(|| plan.perform(&mut session, &task)));
        if finished.send((number, task, done)).is_err() {
            break;
        }
    }
    session.finish()
}

impl Workers for Pool<'_> {
    fn perform(&mut self, tasks: &mut dyn Iterator<Item = Task>, each: &mut Each<'_>) {
        let Some(sender) = &self.tasks else { return };
        let limit = AHEAD * self.threads.len();
        let mut finished = BTreeMap::new();
        let (mut begun, mut received, mut handled) = (0, 0, 0);
        let (mut more, mut wanted) = (true, true);
        loop {
            while more && wanted && begun - handled < limit {
                match tasks.next() {
                    // The threads wait for tasks as long as there is a sender.
                    Some(task) => _ = sender.send((begun, task)),
                    None => {
                        more = false;
                        break;
                    }
                }
                begun += 1;
            }
            if received == begun {
                return;
            }
            let Ok((number, task, done)) = self.done.recv() else { return };
            received += 1;
            finished.insert(number, (task, done.unwrap_or_else(|panic| resume_unwind(panic))));
            while let Some((task, done)) = finished.remove(&handled).filter(|_| wanted) {
                handled += 1;
                wanted = each(task, done).is_continue();
            }
        }
    }

    fn finish(&mut self) -> Option<CaseResult> {
        self.tasks = None;
        let ends =
            self.threads.drain(..).map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        // All must end.
        ends.collect::<Vec<_>>().into_iter().flatten().next()
    }
}
