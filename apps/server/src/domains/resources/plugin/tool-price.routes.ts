import type { contract, PricingRule } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { ToolRoutesDeps } from './tool.routes.ts'

/** Prices of tools. */
export function toolPriceRoutes({
  toolsets,
  view,
  reach,
  ports,
}: Pick<ToolRoutesDeps, 'toolsets' | 'view' | 'reach' | 'ports'>): Pick<
  Handlers<typeof contract.pluginTool>,
  'prices' | 'pricesOfWorkflow'
> {
  /** The price per call that the author of the tool has set. The marketplace charges it, not this domain. */
  async function priceOf(pluginId: string, tool: { id?: string; name?: string }): Promise<PricingRule[]> {
    const set = (await toolsets.find(pluginId)) ?? (await toolsets.find(pluginId, '', true))
    const found = set?.tools.find((item) => item.id === tool.id || item.name === tool.name)
    if (!set || !found) return []
    const { pricing } = found
    const currency = pricing?.currency ?? 0
    return [
      {
        APIName: found.name,
        APIID: found.id,
        RuleID: `${set.id}-${found.id}`,
        Comment: pricing?.comment ?? '',
        PricingStrategy: pricing ? 1 : 0,
        PricingCalculationType: 3,
        PriceInfo: {
          Price: pricing?.price ?? '0',
          CurrencyType: currency,
          UnitName: pricing?.unit_name ?? '',
          UnitsForOnce: String(pricing?.units_for_once ?? 1),
        },
        PriceResult: { Price: pricing?.price ?? '0', CurrencyType: currency, TokensForOnce: '0' },
        PriceLimit: { TimesLimit: '0', UnitsLimit: '0' },
        PluginInfo: { id: set.id, name: set.name, plugin_icon: view.iconUrl(set.iconUri) },
      },
    ]
  }

  return {
    prices: async (input, ctx) => {
      const rules: PricingRule[] = []
      for (const found of input.plugin_apis) {
        const isMine = await reach(ctx, found.plugin_id, 'view').then(
          () => true,
          () => false,
        )
        if (isMine)
          rules.push(
            ...(await priceOf(found.plugin_id, { ...(found.api_id && { id: found.api_id }), name: found.name })),
          )
      }
      return { pricing_rules: rules }
    },
    pricesOfWorkflow: async (input) => {
      const { plugins: used } = await ports.workflowFacts.tools(input.workflow_id)
      const rules = await Promise.all(used.map((item) => priceOf(item.pluginId, { id: item.tool, name: item.tool })))
      return { pricing_rules: [...new Map(rules.flat().map((rule) => [rule.RuleID, rule])).values()] }
    },
  }
}
