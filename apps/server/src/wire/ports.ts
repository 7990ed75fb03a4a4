import type { Contract } from '@orrery/contract'
import type { WorkflowFacts } from '#domains/flow/workflow/workflow-facts.ts'
import type { ServedWorkflows } from '#domains/flow/run/served-workflows.ts'
import type { AppVersions } from '#domains/studio/project/app-version.service.ts'
import type { BotService } from '#domains/studio/bot/bot.service.ts'
import type { BotOffers } from '#domains/studio/bot/shared/bot-offers.ts'
import type { Comparisons } from '#domains/studio/comparison/comparison.service.ts'
import type { CustomConnectors, PublishService } from '#domains/studio/bot/publish.service.ts'
import type { Gate } from '#domains/reach/open/gate.ts'
import type { ShareService } from '#domains/reach/share/share.service.ts'
import type { ArchiveSource } from '#domains/ground/takeout/takeout-archive.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { ListingsOf } from '#domains/ground/resource/shared/listing-state.ts'

/** What a district needs of a higher one, which is wired after it. */
export interface AppPorts {
  /** Ground, of resources: removes what tables, variables and memories keep of a person. */
  eraseUserData(userId: string): Promise<void>
  /** Ground, of resources: rows that a person has in tables of any space. */
  tableRowsOf: ArchiveSource['tableRows']
  /** Ground, of flow: whether collaborators may edit a workflow at present. */
  workflowCollaboration: {
    isOpen(workflowId: string): Promise<boolean>
    setOpen(workflowId: string, isOpen: boolean): Promise<unknown>
  }
  /** Ground, of studio. */
  botCollaboration: { open(botId: string): Promise<unknown> }
  /** Chat, resources and flow, of studio. */
  bots: Pick<BotService, 'get' | 'getDraft' | 'getDraftForRun' | 'editConfig'> & Pick<PublishService, 'getPublished'>
  /** Chat, of studio. */
  comparisons: Pick<Comparisons, 'sideOf'>
  /** Resources, of flow. */
  workflowFacts: WorkflowFacts
  /** Resources, of flow. */
  servedWorkflows: ServedWorkflows
  /** Flow, of studio. */
  appVersions: Pick<AppVersions, 'find' | 'named' | 'pinsOf'>
  /** Chat, resources and flow, of market: something was used, and so was the product it belongs to. */
  noteUse(resourceId: string): void
  /** Library, resources, flow and studio, of market: whether something is listed. */
  listings: ListingsOf
  /** Studio, of market: offers a bot, and tells how it was offered last. */
  offers: BotOffers
  /** Resources and flow, of reach. */
  gate: Pick<Gate, 'admit' | 'spend'>
  /** Studio, of reach. */
  shares: Pick<ShareService, 'link' | 'linksOf'>
  /** Studio, of reach: messengers that projects are published to. */
  channels: {
    serve(resourceId: string, connectorId: string): Promise<void>
    states(resourceId: string): Promise<ReadonlyMap<string, number>>
  }
  /** Studio, of reach: channels that people have built. */
  customConnectors: CustomConnectors
}
export const portNames: { [K in keyof AppPorts]: true } = {
  eraseUserData: true,
  tableRowsOf: true,
  workflowCollaboration: true,
  botCollaboration: true,
  bots: true,
  comparisons: true,
  workflowFacts: true,
  servedWorkflows: true,
  appVersions: true,
  noteUse: true,
  listings: true,
  offers: true,
  gate: true,
  shares: true,
  channels: true,
  customConnectors: true,
}

export type HandlersOf<D extends keyof Contract> = { [K in D]: Handlers<Contract[K]> }
