import type { ChatMessage } from '@orrery/contract'
import { readCard } from '@orrery/contract/shared/interrupt-card'
import { type Interrupt, isSuggestionFailure, readSteps, type Step } from './steps.ts'

/** A question with everything that belongs to it. A reply without a question (of a task) is its own group. */
export interface MessageGroup {
  groupId: string
  question: ChatMessage | null
  /** All messages of the group, for the raw view. */
  memberSet: readonly ChatMessage[]
  answers: readonly ChatMessage[]
  steps: readonly Step[]
  interrupt: Interrupt | null
  suggestions: readonly string[]
  /** Suggestions were requested but could not be generated. */
  hasFailedSuggestions: boolean
  sectionId: string
  isLatest: boolean
  /** The question was not typed, but is the result of a page tool. */
  isPageToolResult: boolean
  /** The context was cleared after this group. */
  showContextDivider: boolean
}

/** Groups messages. A group with unchanged messages keeps its identity and does not render again. */
export function createGrouper() {
  let known = new Map<string, MessageGroup>()
  return (messages: readonly ChatMessage[], sectionId: string): MessageGroup[] => {
    const members = new Map<string, ChatMessage[]>()
    for (const message of messages) {
      const id = message.reply_id || message.message_id
      const group = members.get(id)
      if (group) group.push(message)
      else members.set(id, [message])
    }
    const ids = [...members.keys()]
    let isPageToolResult = false
    const groups = ids.map((id, index) => {
      const own = members.get(id)!
      const next = members.get(ids[index + 1] ?? '')?.[0]?.section_id ?? sectionId
      const isLatest = index === ids.length - 1
      const group = known.get(id)
      const showContextDivider = own[0]!.section_id !== '' && own[0]!.section_id !== next
      const isSame =
        group &&
        group.isLatest === isLatest &&
        group.isPageToolResult === isPageToolResult &&
        group.showContextDivider === showContextDivider &&
        group.memberSet.length === own.length &&
        own.every((message, at) => message === group.memberSet[at])
      const made = isSame ? group : { ...makeGroup(id, own, isLatest, showContextDivider), isPageToolResult }
      isPageToolResult = made.interrupt !== null && readCard(made.interrupt.card).pageTool !== null
      return made
    })
    known = new Map(groups.map((group) => [group.groupId, group]))
    return groups
  }
}

function makeGroup(
  groupId: string,
  members: readonly ChatMessage[],
  isLatest: boolean,
  showContextDivider: boolean,
): Omit<MessageGroup, 'isPageToolResult'> {
  return {
    groupId,
    // The question may be on an older page: then it comes with the answer.
    question:
      members.find((message) => message.type === 'question') ??
      members.find((message) => message.reply_message?.type === 'question')?.reply_message ??
      null,
    memberSet: members,
    answers: members.filter((message) => message.type === 'answer'),
    ...readSteps(members),
    hasFailedSuggestions: members.some(isSuggestionFailure),
    suggestions: members.filter((message) => message.type === 'follow_up').map((message) => message.content),
    sectionId: members[0]!.section_id,
    isLatest,
    showContextDivider,
  }
}

/** A hook that may fail does not end the run. If another hook fails, the run ends and the answer reports it. */
export const isFailure = (step: Step): boolean => step.state === 'failed' && step.kind !== 'hook'

export type PanelState = 'loading' | 'default' | 'fail' | 'interrupt' | 'success'

/** Whether the turn ended with an error: the answer can fail even if all steps succeeded. */
const hasFailed = ({ answers }: MessageGroup): boolean => answers.at(-1)?.extra_info.error_msg !== undefined

/** The state of the panel above the steps. `hasFault`: the answer was cut off, and no message reports this. */
export function panelState(group: MessageGroup, isRunning: boolean, hasFault = false): PanelState {
  if (isRunning && group.answers.every((answer) => answer.content === '')) return 'loading'
  if (isRunning && group.steps.some((step) => step.state === 'running')) return 'loading'
  if (group.interrupt && group.isLatest) return 'interrupt'
  if (hasFault || hasFailed(group) || group.steps.some(isFailure)) return 'fail'
  return group.isLatest ? 'success' : 'default'
}
