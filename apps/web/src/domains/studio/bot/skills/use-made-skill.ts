import { BotMode } from '@orrery/contract/shared/bot-enums'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { textOf } from '#lib/i18n.ts'
import { knowledgeUploadLink, workflowLink } from '#lib/links.ts'
import { fromHere } from '#lib/scene.ts'
import { waitForSkill } from '#lib/waiting-skills.ts'
import { toast } from '#ui/toast-store.ts'
import { useEditor } from '../draft/draft-context.ts'
import { createdSkill } from './created-skill.ts'
import type { PickedSkill, SkillKind } from './skill-kinds.ts'

/**
 * What was created from the editor comes back to it. Tables and knowledge bases are added at once; a base is filled
 * first, and from there one returns. Bots run published workflows only: these are added when they are.
 */
export function useMadeSkill(kind: SkillKind, pick: (picked: readonly PickedSkill[]) => Promise<void>) {
  const { botId, spaceId, store } = useEditor()
  const { history } = useRouter()
  // The dialog that creates it stands elsewhere and may be open for long: add to the list as it is by then.
  const latest = useRef(pick)
  useEffect(() => {
    latest.current = pick
  }, [pick])
  const follow = async (id: string) => {
    if (kind === 'workflow' || kind === 'imageflow' || kind === 'chatflow') {
      // Agents of a bot have skills of their own, which are chosen one by one.
      if (store.current().info.bot_mode !== BotMode.multi) waitForSkill({ spaceId, botId, kind: 'workflow', id })
      await store.flush()
      return history.push(
        workflowLink({ space_id: spaceId, workflow_id: id, bot_id: botId }),
        fromHere('create.workflow'),
      )
    }
    const skill = await createdSkill(kind, id)
    await latest.current([skill])
    toast.ok(textOf('bot')('made.added', { name: skill.name }))
    if (kind !== 'database')
      history.push(knowledgeUploadLink({ spaceId, datasetId: id, fromBot: { botId, action: 'remove' } }))
  }
  return (id: string) => void follow(id)
}
