import type { Access } from '#kit/access.ts'
import type { Log } from '#kit/log.ts'
import { factsFrom } from '#domains/ground/resource/shared/resource-facts.ts'
import { MAX_SEARCH_TEXT, searchTextsFrom } from '#domains/ground/resource/shared/search-texts.ts'
import type { CopyTarget, ResourceKindPort } from '#domains/ground/resource/shared/resource-kind.ts'
import type { WorkflowBundles } from './bundle.service.ts'
import type { ChatRoleService } from './chat-role.service.ts'
import type { VersionService } from './version.service.ts'
import { textsOfCanvas } from './canvas-texts.ts'
import { createWorkflowPorter } from './workflow.porter.ts'
import type { WorkflowService } from './workflow.service.ts'

/** The resource kind of workflows. */
export const workflowKind = (deps: {
  workflows: WorkflowService
  versions: VersionService
  roles: ChatRoleService
  bundles: Pick<WorkflowBundles, 'copyInto'>
  uses: NonNullable<ResourceKindPort['uses']>
  triggers: { resume(workflowId: string): Promise<void> }
  access: Access
  log: Log
}) => ({
  porter: createWorkflowPorter(deps),
  remove: ({ id }: { id: string }, userId: string) => deps.workflows.remove([id], userId),
  forget: (id: string) => deps.workflows.forget(id),
  discarded: (id: string) => deps.workflows.noteRemoval(id),
  restored: (id: string) => deps.triggers.resume(id),
  uses: deps.uses,
  move: deps.workflows.move,
  canChangeSpace: true,
  /** Copies the workflow with the workflows that it calls, each in the called version. */
  async copyForBot(id: string, { spaceId, userId }: CopyTarget) {
    const actor = { actor: { userId, isInstanceOwner: false }, userId, access: deps.access }
    const copies = await deps.bundles.copyInto([id], { spaceId, projectId: undefined, actor })
    for (const [from, to] of copies) {
      // Bots call published versions only. A copy of a published workflow is published, so that the bot can call it
      // too.
      if (!(await deps.workflows.get(from)).row.version) continue
      await deps.versions
        .publish(to, userId, { note: '', force: true })
        .catch((cause: unknown) =>
          deps.log.warn({ err: cause, workflow: to }, 'a copied workflow could not be published'),
        )
    }
    return copies.get(id)!
  },
  facts: factsFrom<{ id: string; version: string | null; hasEdits: boolean }>(
    `SELECT id::text, version, version IS NOT NULL AND submit_commit_id IS DISTINCT FROM commit_id AS "hasEdits"
     FROM workflow WHERE id = ANY($1::bigint[])`,
    ({ version, hasEdits }) => ({ ...(version && { version }), hasEdits }),
  ),
  searchTexts: searchTextsFrom<{ id: string; schema: string }>(
    'SELECT id::text, schema FROM workflow WHERE id = ANY($1::bigint[])',
    (row) => textsOfCanvas(row.schema, MAX_SEARCH_TEXT),
  ),
})
