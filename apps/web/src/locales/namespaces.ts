import type { NodeTexts } from './node-texts.ts'
import type shell from './en/shell.json'
import type passport from './en/passport.json'
import type home from './en/home.json'
import type space from './en/space.json'
import type account from './en/account.json'
import type admin from './en/admin.json'
import type annotation from './en/annotation.json'
import type arena from './en/arena.json'
import type app from './en/app.json'
import type database from './en/database.json'
import type dataset from './en/dataset.json'
import type alarm from './en/alarm.json'
import type automation from './en/automation.json'
import type desk from './en/desk.json'
import type enterprise from './en/enterprise.json'
import type checkup from './en/checkup.json'
import type evaluation from './en/evaluation.json'
import type label from './en/label.json'
import type developer from './en/developer.json'
import type docs from './en/docs.json'
import type bin from './en/bin.json'
import type bot from './en/bot.json'
import type bundle from './en/bundle.json'
import type call from './en/call.json'
import type card from './en/card.json'
import type channel from './en/channel.json'
import type chat from './en/chat.json'
import type connector from './en/connector.json'
import type notice from './en/notice.json'
import type oauth from './en/oauth.json'
import type observe from './en/observe.json'
import type filebox from './en/filebox.json'
import type projectInterface from './en/interface.json'
import type knowledge from './en/knowledge.json'
import type mcp from './en/mcp.json'
import type memory from './en/memory.json'
import type model from './en/model.json'
import type mock from './en/mock.json'
import type network from './en/network.json'
import type people from './en/people.json'
import type plugin from './en/plugin.json'
import type project from './en/project.json'
import type prompt from './en/prompt.json'
import type prompts from './en/prompts.json'
import type publicChat from './en/public-chat.json'
import type publish from './en/publish.json'
import type explore from './en/explore.json'
import type library from './en/library.json'
import type search from './en/search.json'
import type seller from './en/seller.json'
import type sso from './en/sso.json'
import type tools from './en/tools.json'
import type trace from './en/trace.json'
import type ui from './en/ui.json'
import type usage from './en/usage.json'
import type variable from './en/variable.json'
import type version from './en/version.json'
import type voice from './en/voice.json'
import type webhook from './en/webhook.json'
import type workflow from './en/workflow.json'
import type workflowForm from './en/workflow-form.json'
import type workflowJob from './en/workflow-job.json'
import type workflowRun from './en/workflow-run.json'
import type workflowTrigger from './en/workflow-trigger.json'
import type workflowNode from './en/workflow-node.json'

/** One line a namespace: the English file gives the keys, a test holds the Chinese one to them. */
interface Files {
  shell: typeof shell
  passport: typeof passport
  home: typeof home
  space: typeof space
  account: typeof account
  admin: typeof admin
  annotation: typeof annotation
  app: typeof app
  database: typeof database
  alarm: typeof alarm
  automation: typeof automation
  enterprise: typeof enterprise
  checkup: typeof checkup
  evaluation: typeof evaluation
  dataset: typeof dataset
  desk: typeof desk
  label: typeof label
  developer: typeof developer
  docs: typeof docs
  bin: typeof bin
  bot: typeof bot
  bundle: typeof bundle
  call: typeof call
  card: typeof card
  channel: typeof channel
  chat: typeof chat
  connector: typeof connector
  filebox: typeof filebox
  interface: typeof projectInterface
  knowledge: typeof knowledge
  mcp: typeof mcp
  memory: typeof memory
  model: typeof model
  notice: typeof notice
  oauth: typeof oauth
  observe: typeof observe
  mock: typeof mock
  network: typeof network
  people: typeof people
  plugin: typeof plugin
  project: typeof project
  prompt: typeof prompt
  prompts: typeof prompts
  'public-chat': typeof publicChat
  publish: typeof publish
  arena: typeof arena
  explore: typeof explore
  library: typeof library
  search: typeof search
  seller: typeof seller
  sso: typeof sso
  tools: typeof tools
  trace: typeof trace
  ui: typeof ui
  usage: typeof usage
  variable: typeof variable
  version: typeof version
  voice: typeof voice
  webhook: typeof webhook
  workflow: typeof workflow
  'workflow-form': typeof workflowForm
  'workflow-job': typeof workflowJob
  'workflow-run': typeof workflowRun
  'workflow-trigger': typeof workflowTrigger
  'workflow-node': typeof workflowNode & NodeTexts
}

export type Namespace = keyof Files

/** `rows_one` and `rows_other` are asked for as `rows`, with a count. */
type WithoutPlural<K> = K extends `${infer Base}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Base : K

export type TextKey<N extends Namespace> = WithoutPlural<keyof Files[N]> & string
