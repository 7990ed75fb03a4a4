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

/** Ports: what a district needs from a higher district, which is wired after it. */
export interface AppPorts {
  /** For ground, from resources: erases the data that tables, variables and memories store about a person. */
  eraseUserData(userId: string): Promise<void>
  /** For ground, from resources: the rows of a person in tables of any space. */
  tableRowsOf: ArchiveSource['tableRows']
  /** For ground, from flow: whether collaborators may edit a workflow at the moment. */
  workflowCollaboration: {
    isOpen(workflowId: string): Promise<boolean>
    setOpen(workflowId: string, isOpen: boolean): Promise<unknown>
  }
  /** For ground, from studio. */
  botCollaboration: { discardDraftOf(botId: string, userId: string): Promise<unknown> }
  /** For chat, resources and flow, from studio. */
  bots: Pick<BotService, 'get' | 'getDraft' | 'getDraftForRun' | 'editConfig'> & Pick<PublishService, 'getPublished'>
  /** For chat, from studio. */
  comparisons: Pick<Comparisons, 'sideOf'>
  /** For resources, from flow. */
  workflowFacts: WorkflowFacts
  /** For resources, from flow. */
  servedWorkflows: ServedWorkflows
  /** For flow, from studio. */
  appVersions: Pick<AppVersions, 'find' | 'named' | 'pinsOf'>
  /** For flow, from studio: the tools with which the bot of a chat acts in the pages of the published version. */
  pageTools(versionId: string, workflowId: string): Promise<ToolSpec[]>
  /** For chat, resources and flow, from market: counts the use of a resource and of its product. */
  noteUse(resourceId: string): void
  /** For library, resources, flow and studio, from market: which resources are listed. */
  listings: ListingsOf
  /** For studio, from market: offers a bot as a product and returns its last offer. */
  offers: BotOffers
  /** For studio, from loop: refuses to publish a version that has not passed its evaluation plan. */
  publishGate: { require(botId: string, version: string): Promise<void> }
  /** For studio, from reach: sends an event to the programs that subscribe to a bot. */
  botEvents: { notify(botId: string, event: string, data: Record<string, unknown>): Promise<void> }
  /** For resources, from loop: bots and workflows that follow the released version of a prompt. */
  promptFollowers(spaceId: string, key: string): Promise<{ name: string }[]>
  /** For resources, from loop: names of the tags of a space. */
  tagNames(spaceId: string, ids: string[]): Promise<Map<string, string>>
  /** For resources and flow, from reach. */
  gate: Pick<Gate, 'admit' | 'spend'>
  /** For studio, from reach. */
  shares: Pick<ShareService, 'link' | 'linksOf'>
  /** For studio, from reach: messengers that projects are published to. */
  channels: {
    serve(resourceId: string, connectorId: string): Promise<void>
    states(resourceId: string): Promise<ReadonlyMap<string, number>>
  }
  /** For studio, from reach: custom channels. */
  customConnectors: CustomConnectors
  /** For ground, from enterprise: the standing of a person in an enterprise. */
  enterpriseStanding(userId: string, enterpriseId: string): Promise<EnterpriseStanding | undefined>
  /** For ground, from enterprise: what an enterprise requires of sessions and passwords in calls that reach it. */
  requireSecure: AccessDeps['requireSecure']
  /** For ground, from enterprise: people, groups and programs of an enterprise that are not in one of its spaces. */
  collaboratorsIn(enterpriseId: string, spaceId: string, word: string): ReturnType<ReturnType<typeof createCandidates>>
  /** For ground, from enterprise: names of enterprises in which the person is the only super admin. */
  lastSuperAdminOf(userId: string): Promise<string[]>
  /** For ground, from enterprise: the URL of the provider at which signing out continues. */
  signOutUrl(sessionId: string): Promise<string | undefined>
  /** For ground, from enterprise: the name of an enterprise, for its members. */
  enterpriseName(enterpriseId: string, userId: string): Promise<string | undefined>
  sessionRules(userId: string): Promise<SessionRules>
  passwordRules(userId: string): Promise<PasswordRules | undefined>
  /** For ground, from enterprise: throws if a person must sign in through their enterprise. */
  mayEnter: PassportDeps['mayEnter']
  /** For ground, from enterprise: refuses people who are not in the enterprise. */
  requireInEnterprise(userId: string, enterpriseId: string): Promise<void>
  /** For ground, from enterprise: whether a person is in any enterprise. */
  isInEnterprise(userId: string): Promise<boolean>
  /** For ground, from enterprise: the enterprise of an organisation that the person belongs to. */
  placeOf(organizationId: string, userId: string): Promise<Place>
  /** For ground, from enterprise: refuses spaces that a token of this enterprise could not reach. */
  requireTokenSpaces(spaceIds: string[], enterpriseId: string | null): Promise<void>
  /** For ground, from enterprise: enterprises whose tokens and apps a person administers. */
  administered(userId: string): Promise<string[]>
  /** For ground, from enterprise: the installation of an app. */
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
