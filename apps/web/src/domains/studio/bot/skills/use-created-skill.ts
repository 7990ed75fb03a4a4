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
 * Adds a resource that was created from the editor. Databases and knowledge bases are added immediately; a knowledge
 * base then opens for upload. Workflows are added once they are published, because bots run only published ones.
 */
export function useCreatedSkill(kind: SkillKind, pick: (picked: readonly PickedSkill[]) => Promise<void>) {
  const { botId, spaceId, store } = useEditor()
  const { history } = useRouter()
  // The create dialog may stay open for long: the resource is added to the list as it is by then.
  const latest = useRef(pick)
  useEffect(() => {
    latest.current = pick
  }, [pick])
  const follow = async (id: string) => {
    if (kind === 'workflow' || kind === 'imageflow' || kind === 'chatflow') {
      // In multi mode each agent has its own skills, which the person selects there.
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
