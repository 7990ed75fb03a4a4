import { badInput } from '#kit/errors.ts'
import type { ColumnPlan } from './column-plan.ts'

/** A prompt of the library: every one has a single version until prompts get versions of their own. */
const ONLY_VERSION = '0.0.1'
export interface LibraryPrompts {
  /** The text of a prompt of this space; undefined when there is none. */
  textOf(spaceId: string, id: string): Promise<string | undefined>
}
interface Annotator {
  manualAnnotator: {
    promptContent?: string | undefined
    promptID?: string | undefined
    promptVersion?: string | undefined
  }
}

/** The same plan with the texts of prompts that it names: a run keeps them as they were when it began. */
export async function withPrompts(plan: ColumnPlan, spaceId: string, prompts: LibraryPrompts): Promise<ColumnPlan> {
  async function filled<A extends Annotator>(annotator: A): Promise<A> {
    const { promptID, promptVersion } = annotator.manualAnnotator
    if (!promptID) return annotator
    if (promptVersion && promptVersion !== ONLY_VERSION)
      throw badInput('promptVersion', `must be ${ONLY_VERSION}, the only version`, `须为唯一的版本 ${ONLY_VERSION}`)
    const promptContent = await prompts.textOf(spaceId, promptID)
    if (!promptContent)
      throw badInput(
        'promptID',
        'the space has no such prompt, or it is empty. Choose another one',
        '空间中没有该提示词或内容为空，请另选一个',
      )
    return { ...annotator, manualAnnotator: { ...annotator.manualAnnotator, promptContent } }
  }
  if (plan.quality) {
    const [reasoner, judge] = [await filled(plan.quality.reasoner), await filled(plan.quality.judge)]
    return { ...plan, quality: { ...plan.quality, reasoner, judge } }
  }
  const online = plan.aiAnnotator?.onlineAIAnnotator
  if (!online) return plan
  const onlineAIAnnotator = { ...online, annotator: await filled(online.annotator) }
  return { ...plan, aiAnnotator: { ...plan.aiAnnotator!, onlineAIAnnotator } }
}
