#!/bin/bash
# The suite in eight parts, as a job array of Slurm, and a job that joins their reports:
#
#     export BACKEND='process:python3 my_adapter.py'
#     job=$(sbatch --parsable --array=1-8 slurm.sh)
#     sbatch --dependency="afterany:$job" slurm.sh merge
#
# A part that was killed, by its time limit or with its node, goes on where it was when it is submitted again. Say how
# many parts there are, since the array has only one now:
#
#     PARTS=8 sbatch --array=3 slurm.sh
#
#SBATCH --job-name=ascertain
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail

if [ "${1-}" = merge ]; then
  exec ascertain merge part-*.json --report json=report.json
fi

part=$SLURM_ARRAY_TASK_ID
code=0
# It begins, or goes on where its journal ends.
ascertain run --backend "$BACKEND" --fuzz "${FUZZ:-100000}" --shard "$part/${PARTS:-$SLURM_ARRAY_TASK_COUNT}" \
  --report "json=part-$part.json" --journal "part-$part.journal" --resume || code=$?
# Failures are a result, which the joined report shows.
case $code in 0 | 1 | 3) ;; *) exit "$code" ;; esac
