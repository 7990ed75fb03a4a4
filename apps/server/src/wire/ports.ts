import type { Contract } from '@orrery/contract'
import type { ToolSpec } from '@orrery/engine'
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
import type { PassportDeps } from '#domains/ground/passport/passport.service.ts'
import type { createCandidates } from '#domains/enterprise/enterprise/candidates.ts'
import type { PasswordRules } from '#domains/ground/passport/password-policy.service.ts'
import type { SessionRules } from '#domains/ground/passport/session.service.ts'
import type { AccessDeps, EnterpriseStanding } from '#kit/access.ts'
import type { Installed } from '#domains/ground/oauth/shared/installed-app.ts'
import type { Place } from '#domains/ground/token/token.service.ts'
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
  botCollaboration: { left(botId: string, userId: string): Promise<unknown> }
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
  /** Flow, of studio: what the bot of a chat may do in the pages of the version that serves it. */
  pageTools(versionId: string, workflowId: string): Promise<ToolSpec[]>
  /** Chat, resources and flow, of market: something was used, and so was the product it belongs to. */
  noteUse(resourceId: string): void
  /** Library, resources, flow and studio, of market: whether something is listed. */
  listings: ListingsOf
  /** Studio, of market: offers a bot, and tells how it was offered last. */
  offers: BotOffers
  /** Studio, of loop: refuses to publish what a plan has not passed. */
  publishGate: { require(botId: string, version: string): Promise<void> }
  /** Studio, of reach: programs that listen to a bot. */
  botEvents: { tell(botId: string, event: string, data: Record<string, unknown>): Promise<void> }
  /** Resources, of loop: bots and workflows that say what is released of a prompt. */
  promptFollowers(spaceId: string, key: string): Promise<{ name: string }[]>
  /** Resources, of loop: what tags of a space are called. */
  tagNames(spaceId: string, ids: string[]): Promise<Map<string, string>>
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
  /** Ground, of enterprise: what a person is in a company. */
  enterpriseStanding(userId: string, enterpriseId: string): Promise<EnterpriseStanding | undefined>
  /** Ground, of enterprise: what a company asks of calls that reach it, of sessions and of passwords. */
  requireSecure: AccessDeps['requireSecure']
  /** Ground, of enterprise: people, groups and programs of a company who are not in a space of it. */
  collaboratorsIn(enterpriseId: string, spaceId: string, word: string): ReturnType<ReturnType<typeof createCandidates>>
  /** Ground, of enterprise: names of companies that have no other super admin. */
  lastSuperAdminOf(userId: string): Promise<string[]>
  /** Ground, of enterprise: where signing out goes on at a provider. */
  signOutUrl(sessionId: string): Promise<string | undefined>
  /** Ground, of enterprise: what a company is called, for people who are in it. */
  enterpriseName(enterpriseId: string, userId: string): Promise<string | undefined>
  sessionRules(userId: string): Promise<SessionRules>
  passwordRules(userId: string): Promise<PasswordRules | undefined>
  /** Ground, of enterprise: throws when a person has to sign in through their company. */
  mayEnter: PassportDeps['mayEnter']
  /** Ground, of enterprise: refuses people whom a company does not know. */
  requireInEnterprise(userId: string, enterpriseId: string): Promise<void>
  /** Ground, of enterprise: whether a person is in any. */
  isInEnterprise(userId: string): Promise<boolean>
  /** Ground, of enterprise: the enterprise of an organisation that a person is in. */
  placeOf(organizationId: string, userId: string): Promise<Place>
  /** Ground, of enterprise: refuses spaces that a token kept there would not reach. */
  requireTokenSpaces(spaceIds: string[], enterpriseId: string | null): Promise<void>
  /** Ground, of enterprise: enterprises whose tokens and apps a person administers. */
  administered(userId: string): Promise<string[]>
  /** Ground, of enterprise: where an app is installed. */
  installedApp(appId: string, enterpriseId?: string, subject?: string): Promise<Installed | string>
  onBehalfOf(userId: string): Promise<{ appId: string; scopes: string[] | null; enterpriseId: string }[]>
  optOut(appId: string, userId: string): Promise<void>
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
  pageTools: true,
  noteUse: true,
  listings: true,
  offers: true,
  publishGate: true,
  botEvents: true,
  promptFollowers: true,
  tagNames: true,
  gate: true,
  shares: true,
  channels: true,
  customConnectors: true,
  enterpriseStanding: true,
  requireSecure: true,
  enterpriseName: true,
  signOutUrl: true,
  lastSuperAdminOf: true,
  collaboratorsIn: true,
  sessionRules: true,
  passwordRules: true,
  mayEnter: true,
  requireInEnterprise: true,
  isInEnterprise: true,
  placeOf: true,
  requireTokenSpaces: true,
  administered: true,
  installedApp: true,
  onBehalfOf: true,
  optOut: true,
}

export type HandlersOf<D extends keyof Contract> = { [K in D]: Handlers<Contract[K]> }
