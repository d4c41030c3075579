//! A backend that ends badly.

use ascertain::backend::{Backend, BackendFault, Description, Reply};
use ascertain::call::Call;
use ascertain::reference::Reference;

/// The reference, with a fault at its end.
pub(crate) struct Ending(pub(crate) Reference, pub(crate) BackendFault);

impl Backend for Ending {
    fn describe(&mut self) -> Result<Description, String> {
        self.0.describe()
    }

    fn ask(&mut self, call: &Call) -> Reply {
        self.0.ask(call)
    }

    fn finish(&mut self) -> Result<(), (BackendFault, String)> {
        Err((self.1, "at the end".into()))
    }
}
