import { newTrace, type Asking } from './asking.ts'
import { ANSWER, JUDGE, type ColumnPlan, REASONER, writerOf } from './column-plan.ts'
import type { Filler, FillResult, Job } from './fillers.ts'

const FORM = '\n\nAnswer with a number from 0 to 1 only: 1 when the answer is right, 0 when it is wrong.'

/** Parses the answer of a judge to a number from 0 to 1; undefined if that is impossible. */
export function readVerdict(text: string): number | undefined {
  const bare = text.trim().toLowerCase()
  if (/^(true|yes|right|correct|对|是|正确)[.。!！]?$/.test(bare)) return 1
  if (/^(false|no|wrong|incorrect|错|否|错误|不正确)[.。!！]?$/.test(bare)) return 0
  const number = /^(\d+(?:\.\d+)?)[.。]?$/.exec(bare)
  if (!number) return undefined
  const value = Number(number[1])
  return value >= 0 && value <= 1 ? value : undefined
}

/** Asks for several answers to a row and lets a judge rate each. The score is the share of good answers. */
export function qualityFiller(ask: Asking, job: Job, task: NonNullable<ColumnPlan['quality']>): Filler {
  const { reasoner, judge, inferenceRound, positiveThreshold } = task
  const question = writerOf(reasoner.manualAnnotator, job.fields, REASONER)
  const verdict = writerOf(judge.manualAnnotator, job.fields, JUDGE, [ANSWER])
  const key = job.outputs[0]!.field.key
  async function score(turn: Parameters<Filler>[0][number], signal: AbortSignal | undefined): Promise<FillResult> {
    const shared = { spaceId: job.spaceId, traceId: newTrace(), signal }
    let right = 0
    let last = { modelId: '', model: '' }
    for (let round = 0; round < inferenceRound; round += 1) {
      const answer = await ask({
        ...shared,
        ...question(turn),
        model: reasoner.manualAnnotator.model,
        name: 'Quality: answer',
      })
      const { system, prompt, pictures } = verdict(turn, { [ANSWER]: answer.text })
      const said = await ask({
        ...shared,
        system,
        prompt: prompt + FORM,
        pictures,
        model: judge.manualAnnotator.model,
        name: 'Quality: judge',
      })
      const value = readVerdict(said.text)
      if (value === undefined) {
        const shown = said.text.slice(0, 100)
        return {
          problem: {
            en: `the judge did not answer with a number from 0 to 1: ${shown}`,
            zh: `评审模型没有回答 0 到 1 之间的数字：${shown}`,
          },
        }
      }
      if (value >= positiveThreshold) right += 1
      last = { modelId: said.modelId, model: said.model }
    }
    const text = String(Math.round((right / inferenceRound) * 10_000) / 10_000)
    return { texts: new Map([[key, text]]), agreement: 1, traceId: shared.traceId, ...last }
  }
  return async (turns, signal) => {
    const results: FillResult[] = []
    for (const turn of turns) results.push(await score(turn, signal))
    return results
  }
}
