import { BatchStatus, CheckupStatus } from '@orrery/contract/shared/checkup-enums'
import { setTimeout as sleep } from 'node:timers/promises'
import type { KillField } from './channel-kill.ts'
import { type StartedWork, runKillRounds } from './kill-rounds.ts'
import type { Api } from './test-app.ts'

export interface LiteKills {
  works: number
  /** Check-ups and comparisons that did not finish, or have missing or duplicate rows. */
  wrong: string[]
}
const OBJECTS = 10
const SETS = 3
const ROWS = 3
const PATIENCE_MS = 240_000
const LOOK_MS = 100

interface Round {
  spaceId: string
  n: number
  /** The questions of a check-up that was not interrupted. */
  questions: string[]
}
/**
 * Runs two processes and kills one in each round at a random moment while the questions of a check-up are generated,
 * another check-up runs, and ten objects are compared on three datasets. Both drafts are edited meanwhile. Afterwards
 * all of them are complete.
 */
export const runLiteKills = (field: KillField, rounds: number): Promise<LiteKills> =>
  runKillRounds(field, {
    rounds,
    patienceMs: PATIENCE_MS,
    async prepare(api, spaceId) {
      const botId = await createBot(api, spaceId)
      const of = { space_id: spaceId, bot_id: botId }
      const { batch_task_id: id } = await api.checkupTask.submit(of)
      while ((await statusOf(api, of, id)) < CheckupStatus.terminated) await sleep(LOOK_MS)
      return questionsOf(api, botId)
    },
    async begin(api, { made: questions, n }) {
      // The number of concurrent check-ups per space is limited.
      const spaceId = (await api.space.create({ name: `Round ${n}` })).id
      const round = { spaceId, n, questions }
      return [
        await beginComparison(api, round),
        await beginCheckup(api, round, 'running check-up', CheckupStatus.processing),
        await beginCheckup(api, round, 'check-up in the making', CheckupStatus.creating),
      ]
    },
  })

async function createBot(api: Api, space_id: string): Promise<string> {
  const { plugin_id } = await api.plugin.registerMeta({
    space_id,
    name: 'Weather',
    desc: 'Weather forecast for cities',
    url: 'https://weather.example.test',
    icon: {},
    auth_type: 0,
  } as never)
  const { api_id } = await api.pluginTool.create({
    plugin_id,
    name: 'forecast',
    desc: 'Gives the weather forecast for a city',
    path: '/forecast',
    method: 2,
    request_params: [{ name: 'city', desc: 'City', is_required: true, type: 1, location: 3 }],
    response_params: [{ name: 'sky', desc: 'Sky', type: 1 }],
  } as never)
  const { bot_id } = await api.bot.create({ space_id, name: 'Checked' })
  await api.bot.updateDraft({
    bot_info: {
      bot_id,
      onboarding_info: { prologue: 'Welcome!', suggested_questions: ['What is the weather like?'] },
      plugin_info_list: [{ plugin_id, api_id, api_name: 'forecast' }],
      variable_list: ['city', 'dog', 'boat'].map((key) => ({ key, description: `The ${key} of the user` })),
    },
  } as never)
  return bot_id
}
/** The questions of a check-up, to compare with those of another bot. */
async function questionsOf(api: Api, bot_id: string): Promise<string[]> {
  const { rows } = await api.checkupTab.rows({ bot_id })
  return rows.map(({ questions }) => questions.join('\n')).toSorted()
}
async function statusOf(api: Api, of: { space_id: string; bot_id: string }, id: string): Promise<number> {
  return (await api.checkupTask.statuses({ ...of, batch_task_ids: [id] })).batch_tasks[id]!.status
}

async function beginCheckup(
  api: Api,
  { spaceId, n, questions }: Round,
  name: string,
  from: number,
): Promise<StartedWork> {
  const bot_id = await createBot(api, spaceId)
  const of = { space_id: spaceId, bot_id }
  const { batch_task_id: id } = await api.checkupTask.submit(of)
  while ((await statusOf(api, of, id)) < from) await sleep(LOOK_MS)
  const prompt = 'Begin every answer with "Changed."'
  await api.bot.updateDraft({ bot_info: { bot_id, prompt_info: { prompt } } } as never)
  return {
    name: `${name} ${n}`,
    isOver: async (later) => (await statusOf(later, of, id)) >= CheckupStatus.terminated,
    async fault(later) {
      const status = await statusOf(later, of, id)
      if (status !== CheckupStatus.completed) return `status ${status}`
      const made = await questionsOf(later, bot_id)
      if (JSON.stringify(made) !== JSON.stringify(questions)) return `${made.length} of ${questions.length} questions`
      const { detail, has_more } = await later.checkupTask.detail({ ...of, batch_task_id: id, limit: 100 })
      const rows = detail!.row_reports
      if (has_more || rows.length !== questions.length) return `${rows.length} of ${questions.length} rows`
      const ids = new Set(rows.map(({ row_group_id }) => row_group_id))
      if (ids.size !== rows.length) return 'a row twice'
      if (rows.some(({ output }) => output.text?.includes('Changed.'))) return 'the edited draft was asked'
      const { score } = await later.checkupTask.scores({ ...of, batch_task_id: id })
      const lacking = score!.module_rule_scores
        .flatMap(({ rule_scores }) => rule_scores)
        .find((one) => one.executed_case_count !== one.total_case_count)
      return lacking
        ? `${lacking.executed_case_count} of ${lacking.total_case_count}: ${lacking.rule.rule_name}`
        : oneExperiment(later, spaceId, id)
    },
  }
}
/** Checks that each check-up of a round has one experiment; a check-up that started twice would have two. */
async function oneExperiment(api: Api, space_id: string, id: string): Promise<string> {
  const { experiments } = await api.experiment.list({ space_id, page_size: 100 })
  const count = experiments.filter((one) => one.name.startsWith('Check-up: ')).length
  return count === 1 || count === 2 ? '' : `${count} experiments, one of them for ${id}`
}

async function beginComparison(api: Api, { spaceId: space_id, n }: Round): Promise<StartedWork> {
  const bots: string[] = []
  for (let at = 0; at < OBJECTS; at += 1) bots.push((await api.bot.create({ space_id, name: `Object ${at}` })).bot_id)
  const { id } = await api.liteBatch.create({ space_id, name: `Comparison ${n}` })
  const of = { space_id, batch_task_id: id }
  await api.liteBatch.bindObjects({
    ...of,
    eval_objects: bots.map((bot_id) => ({
      object_type: 6,
      playground_coze_bot_v2: { bot_id, bot_info_type: 1 },
    })),
  })
  for (let at = 0; at < SETS; at += 1)
    await api.liteDataset.create({
      ...of,
      name: `Set ${n}.${at}`,
      column_schema: [{ name: 'input' }, { name: 'reference_output' }],
      row_groups: Array.from({ length: ROWS }, (_, row) => ({
        rows: [{ cells: [`Repeat: word ${at}.${row}`, `word ${at}.${row}`] }],
      })),
    })
  await api.liteBatch.setRule({
    ...of,
    rule: {
      evaluator_type: 10_000,
      process_type: 4,
      name: 'Same',
      buildin_func_rule: { contents: ['{{reference_output}}'] },
    },
  })
  const progress = async (who: Api) => (await who.liteBatch.get(of)).coze_batch_task.coze_batch_task_progress
  return {
    name: `comparison ${n}`,
    ended: api.liteBatch.submit(of).catch(() => undefined),
    async isOver(later) {
      const { status } = await progress(later)
      // Killed before anything was stored: the caller got an error and submits again.
      if (status === BatchStatus.creating) await later.liteBatch.submit(of)
      return status === BatchStatus.complete || status === BatchStatus.failed
    },
    async fault(later) {
      const { status, tasks } = await progress(later)
      if (status !== BatchStatus.complete) return `status ${status}`
      if (tasks.length !== OBJECTS * SETS) return `${tasks.length} of ${OBJECTS * SETS} experiments`
      const asked = new Set<string>()
      for (const task of tasks) {
        const { dashboard_row_groups: groups } = await later.liteBatch.rows({ ...of, task_id: task.id, page_size: 100 })
        if (groups.length !== ROWS) return `${groups.length} of ${ROWS} rows in an experiment`
        for (const { rows } of groups) {
          const scores = rows[0]!.row_eval_cell.rule_eval_reports
          if (scores.length !== 1) return `${scores.length} scores in a row`
          asked.add(`${task.id}/${rows[0]!.cells[0]!}`)
        }
      }
      return asked.size === OBJECTS * SETS * ROWS ? '' : `${asked.size} rows`
    },
  }
}
