import { useQuery } from '@tanstack/react-query'
import { Braces, ListTree, MessageSquarePlus, UserRound } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useAccount } from '#lib/account.ts'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Select } from '#ui/select.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'
import { Chat, type ChatFrame, createChatStore } from '#domains/chat/chat/index.ts'
import { endId } from '../document/canvas.ts'
import { useDocument, useReadOnly } from '../document/document-context.tsx'
import { useEditor } from '../document/editor-context.ts'
import { useAttempt, useBlocking } from '../problems/problems.tsx'
import { BlockedNotice } from '../run/blocked-notice.tsx'
import { startFields } from '../run/inputs/input-field.ts'
import { InputForm } from '../run/inputs/input-form.tsx'
import { faultsOf, type InputValues, toInput } from '../run/inputs/input-values.ts'
import { saveLastInput, readLastInput } from '../run/inputs/last-input.ts'
import { useRunActions } from '../run/run-actions.ts'
import { useRun, useRunTools } from '../run/run-context.ts'
import { createChatflowPort } from './chatflow-port.ts'
import { RoleDialog } from './role-dialog.tsx'
import { readRole, roleQuery } from './role.queries.ts'
import { createTranscripts, type Transcripts } from './transcript.ts'

const inNextFrame = (notify: () => void): void => void requestAnimationFrame(notify)
/** Inputs of the start node that the chat provides. */
const given = new Set(['USER_INPUT', 'CONVERSATION_NAME'])

/** A chat with the draft of a chatflow; the canvas shows the run of every turn. */
export function ChatPanel({ onClose }: { onClose: () => void }) {
  const t = useT('workflow-run')
  const { workflowId } = useEditor()
  const { user_id_str: userId } = useAccount()
  const isReadOnly = useReadOnly()
  const actions = useRunActions()
  const hasRun = useRun((run) => run.executeId !== '')
  const [transcripts] = useState(() => createTranscripts(userId, workflowId))
  const [name, setName] = useState(() => transcripts.current())
  const [opened, setOpened] = useState<'role' | 'inputs' | null>(null)
  const { data: role = readRole() } = useQuery(roleQuery(workflowId))
  const canvas = useDocument((document) => document.canvas)
  const fields = useMemo(() => startFields(canvas).filter((field) => !given.has(field.name)), [canvas])
  useAttempt()
  const blocking = useBlocking()
  const choose = (next: string) => {
    transcripts.choose(next)
    setName(next)
  }
  return (
    <SideSheet
      kind="workflow-run"
      width={460}
      title={t('chat.title')}
      caption={role.name || undefined}
      onClose={onClose}
      actions={
        <>
          <Select
            size="sm"
            className="w-32"
            label={t('chat.conversation')}
            items={transcripts.names().map((value) => ({ value, label: value }))}
            value={name}
            onChange={choose}
          />
          <IconButton
            icon={MessageSquarePlus}
            label={t('chat.new')}
            onClick={() => choose(nextName(transcripts, t('chat.newName')))}
          />
          {fields.length > 0 && (
            <IconButton
              icon={Braces}
              label={t('chat.inputs')}
              pressed={opened === 'inputs'}
              onClick={() => setOpened(opened === 'inputs' ? null : 'inputs')}
            />
          )}
          {!isReadOnly && <IconButton icon={UserRound} label={t('chat.role')} onClick={() => setOpened('role')} />}
          {hasRun && <IconButton icon={ListTree} label={t('showResult')} onClick={() => actions.showResult()} />}
        </>
      }
    >
      <BlockedNotice problems={blocking} />
      {opened === 'inputs' && <MoreInputs fields={fields} userId={userId} workflowId={workflowId} />}
      <Talk key={name} name={name} transcripts={transcripts} userId={userId} />
      {opened === 'role' && <RoleDialog role={role} onClose={() => setOpened(null)} />}
    </SideSheet>
  )
}

function nextName(transcripts: Transcripts, base: string): string {
  const taken = new Set(transcripts.names())
  for (let at = 1; ; at += 1) if (!taken.has(`${base} ${at}`)) return `${base} ${at}`
}

interface TalkProps {
  name: string
  transcripts: Transcripts
  userId: string
}

function Talk({ name, transcripts, userId }: TalkProps) {
  const t = useT('workflow-run')
  const { workflowId, loaded } = useEditor()
  const { store: runs } = useRunTools()
  const actions = useRunActions()
  const { data: role = readRole() } = useQuery(roleQuery(workflowId))
  const canvas = useDocument((document) => document.canvas)
  const [store] = useState(() =>
    createChatStore({
      port: createChatflowPort({
        store: runs,
        transcripts,
        name,
        endId,
        inputs: () => {
          const fields = startFields(canvas).filter((field) => !given.has(field.name))
          return toInput(fields, readLastInput(userId, workflowId))
        },
      }),
      schedule: inNextFrame,
    }),
  )
  useEffect(() => {
    void store.load()
    return store.leave
  }, [store])
  const frame = useMemo(
    (): ChatFrame => ({
      store,
      bot: { id: workflowId, name: role.name || loaded.workflow.name, iconUrl: role.avatarUrl || loaded.workflow.url },
      onDebug: (executeId) => actions.open(executeId),
    }),
    [store, workflowId, role, loaded, actions],
  )
  return (
    <Chat
      frame={frame}
      opening={{ prologue: role.prologue, questions: role.questions, showsAll: role.showsAll }}
      placeholder={t('chat.placeholder')}
    />
  )
}

interface MoreInputsProps {
  fields: ReturnType<typeof startFields>
  userId: string
  workflowId: string
}

/** Inputs of the start node besides the message. */
function MoreInputs({ fields, userId, workflowId }: MoreInputsProps) {
  const t = useT('workflow-run')
  const [values, setValues] = useState<InputValues>(() => readLastInput(userId, workflowId))
  const change = (next: InputValues) => {
    setValues(next)
    saveLastInput(userId, workflowId, next)
  }
  return (
    <section aria-label={t('chat.inputs')} className="max-h-72 shrink-0 overflow-y-auto border-b border-line px-4 py-3">
      <InputForm fields={fields} values={values} onChange={change} faults={faultsOf(fields, values)} empty="" />
    </section>
  )
}
