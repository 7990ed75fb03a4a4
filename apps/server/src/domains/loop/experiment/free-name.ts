import { EVALUATION_LIMITS } from '@orrery/contract/shared/evaluation-enums'
import type { ExperimentRepo } from './experiment.repo.ts'

/** Returns the name, or the name with the next free number if it is taken. */
export async function freeName(
  repo: Pick<ExperimentRepo, 'isTaken' | 'countNamed'>,
  spaceId: string,
  name: string,
): Promise<string> {
  if (!(await repo.isTaken(spaceId, name))) return name
  const most = EVALUATION_LIMITS.experimentName - 8
  // Start with the number of similar names, so that the thousandth run does not try a thousand names.
  const stem = [...name].slice(0, most).join('')
  for (let number = (await repo.countNamed(spaceId, stem)) + 1; ; number += 1) {
    const candidate = `${stem} (${number})`
    if (!(await repo.isTaken(spaceId, candidate))) return candidate
  }
}
