import { BotMode } from '@orrery/contract'
import { checkupModules, CheckupScene } from '@orrery/contract/shared/checkup-enums'
import type { BotConfig } from '@orrery/contract'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import type { Results } from '#domains/loop/experiment/result.service.ts'
import type { Checkups } from './checkup.service.ts'
import type { CheckupRowRow } from './checkup.table.ts'
import type { Placed } from './checkup.view.ts'
import type { Facts } from './facts.service.ts'
import { knownChunks } from './makers/knowledge.ts'
import { makeSkills } from './makers/make-skills.ts'
import { type CheckupRows, chosenRows } from './rows.service.ts'

export interface ForecastDeps {
  facts: Facts
  rows: CheckupRows
  checkups: Pick<Checkups, 'lastTimes'>
  results: Pick<Results, 'progress'>
  models: Pick<ModelService, 'list' | 'defaultId'>
  draft(botId: string): Promise<{ name: string; config: BotConfig }>
}
const TOKENS_PER_ROW = 600
const MS_PER_ROW = 1500
const MILLION = 1_000_000

/** Estimates the next check-up: its rows and cost, from the last check-up or else from average figures per row. */
export function createForecasts({ facts, rows, checkups, results, models, draft }: ForecastDeps) {
  /** What can be tested, and the tools involved. A bot in workflow mode has no check-ups. */
  async function inspectDraft(spaceId: string, userId: string, botId: string, stored: CheckupRowRow[]) {
    const { name, config } = await draft(botId)
    if (config.bot_mode === BotMode.workflow) return { config, skills: [], tools: [] }
    const found = await facts.of({ spaceId, botId, name, config }, userId, knownChunks(stored))
    return { config, skills: makeSkills(found), tools: found.tools }
  }
  async function paceOf(botId: string) {
    const last = await checkups.lastTimes(botId)
    const of = last && (await results.progress([last.id])).get(last.id)
    if (!of?.goodTurns) return { tokens: TOKENS_PER_ROW, ms: MS_PER_ROW }
    return {
      tokens: (of.targetIn + of.targetOut + of.judgeIn + of.judgeOut) / of.items,
      ms: (last!.endedAt - last!.startedAt) / of.items,
    }
  }
  return {
    places: async (botId: string, spaceId: string, userId: string): Promise<Placed[]> =>
      (await inspectDraft(spaceId, userId, botId, await rows.of(botId))).skills.map(
        ({ module, subDivision, name }) => ({
          module,
          subDivision,
          skillName: name,
        }),
      ),
    async of(spaceId: string, userId: string, botId: string) {
      const stored = await rows.of(botId)
      const [{ config, skills, tools }, pace, all, modelId] = await Promise.all([
        inspectDraft(spaceId, userId, botId, stored),
        paceOf(botId),
        models.list(spaceId),
        models.defaultId(spaceId),
      ])
      const price = all.find(({ id }) => id === (config.model_info.model_id || modelId))?.priceIn ?? 0
      const kept = new Map(stored.map((row) => [row.slot, row]))
      const wanted = skills.flatMap((skill) =>
        skill.rows.map((_, at) => ({
          slot: `${skill.key}#${at}`,
          skill: skill.key,
          module: skill.module,
          isPinned: kept.get(`${skill.key}#${at}`)?.isPinned ?? false,
          isNew: kept.get(`${skill.key}#${at}`)?.hash !== skill.hash,
        })),
      )
      const asked = wanted.filter(({ slot }) => !kept.get(slot)?.isDropped)
      return {
        example: skills.find(({ module }) => module !== 'answers')?.rows[0]?.turns[0]?.input ?? '',
        writingTools: tools.filter(({ sideEffects }) => sideEffects !== 'none').map(({ title }) => title),
        scenes: Object.values(CheckupScene).flatMap((scene) => {
          const chosen = chosenRows(asked, scene)
          if (!chosen.length) return []
          const tokens = Math.round(chosen.length * pace.tokens)
          const own = new Set(chosen.map(({ module }) => module))
          return [
            {
              scene_id: scene,
              rows: chosen.length,
              new_rows: chosen.filter(({ isNew }) => isNew).length,
              modules: checkupModules.filter((module) => module === 'speed' || own.has(module)),
              tokens,
              cost: (tokens * price) / MILLION,
              seconds: Math.max(1, Math.round((chosen.length * pace.ms) / 1000)),
            },
          ]
        }),
      }
    },
  }
}
export type Forecasts = ReturnType<typeof createForecasts>
