/**
 * Everything that the owner of an instance can switch, with what holds until they do. A flag without an effect cannot be added:
 * server and browser name flags by this list, and calls refuse every other name.
 */
export const featureFlags = {
  /** Papers can be read and texts written at desks. */
  desks: { default: true, audience: 'people' },
  /** People other than the owner may create enterprises. */
  'enterprise.create': { default: true, audience: 'people' },
  /** Team spaces are created by people who are in an enterprise. */
  'enterprise.required': { default: false, audience: 'people' },
  /** The marketplace can be read without an account. */
  'market.visitors': { default: false, audience: 'visitors' },
  /** People may offer what they made. */
  'market.listing': { default: true, audience: 'people' },
  /** People may rate what they used, and everybody sees it. */
  'market.ratings': { default: true, audience: 'everyone' },
  /** People other than the owner may create team spaces. */
  'space.create_team': { default: true, audience: 'people' },
} as const satisfies Record<string, FeatureFlagRule>

interface FeatureFlagRule {
  default: boolean
  /** Whom it concerns: those without an account, those with one, or both. */
  audience: 'visitors' | 'people' | 'everyone'
}
export type FeatureFlag = keyof typeof featureFlags
export const featureFlagNames = Object.keys(featureFlags) as FeatureFlag[]
export type FeatureFlags = Record<FeatureFlag, boolean>

/** All flags: what was chosen, and the default of the rest. What was stored under another name is ignored. */
export const flagsWithDefaults = (chosen: Partial<Record<string, boolean>>): FeatureFlags =>
  Object.fromEntries(featureFlagNames.map((name) => [name, chosen[name] ?? featureFlags[name].default])) as FeatureFlags
