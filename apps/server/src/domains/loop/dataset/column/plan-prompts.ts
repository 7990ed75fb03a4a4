import { badInput } from '#kit/errors.ts'
import type { ColumnPlan } from './column-plan.ts'

/** A version of a prompt: instructions, and the question that follows them. */
interface LibraryPrompt {
  system: string
  text: string
}
export interface LibraryPrompts {
  /** A version of a prompt of this space, by default the newest; undefined if it does not exist. */
  textOf(spaceId: string, id: string, version: string | undefined): Promise<LibraryPrompt | undefined>
}
interface Annotator {
  manualAnnotator: {
    promptContent?: string | undefined
    promptID?: string | undefined
    promptVersion?: string | undefined
  }
}

/** Puts the texts of referenced prompts into a plan. A run keeps these texts even if a prompt changes. */
export async function withPrompts(plan: ColumnPlan, spaceId: string, prompts: LibraryPrompts): Promise<ColumnPlan> {
  async function filled<A extends Annotator>(annotator: A): Promise<A> {
    const { promptID, promptVersion } = annotator.manualAnnotator
    if (!promptID) return annotator
    const found = await prompts.textOf(spaceId, promptID, promptVersion || undefined)
    if (!found)
      throw badInput(
        promptVersion ? 'promptVersion' : 'promptID',
        'the space has no such prompt or version, or it is empty. Choose another one',
        '空间中没有该提示词或版本，或其内容为空，请另选一个',
      )
    const { text: promptContent, system: systemContent } = found
    return { ...annotator, manualAnnotator: { ...annotator.manualAnnotator, promptContent, systemContent } }
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
