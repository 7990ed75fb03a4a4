/**
 * All feature flags of the instance owner, with their defaults. A flag that nothing uses cannot be added: server and
 * browser refer to flags by this list, and calls refuse all other names.
 */
export const featureFlags = {
  /** People can read papers and write texts at desks. */
  desks: { default: true, audience: 'people' },
  /** People other than the owner may create enterprises. */
  'enterprise.create': { default: true, audience: 'people' },
  /** Only people in an enterprise can create team spaces. */
  'enterprise.required': { default: false, audience: 'people' },
  /** The marketplace can be read without an account. */
  'market.visitors': { default: false, audience: 'visitors' },
  /** People may offer products that they made. */
  'market.listing': { default: true, audience: 'people' },
  /** People may rate products that they used, and everyone sees the ratings. */
  'market.ratings': { default: true, audience: 'everyone' },
  /** People other than the owner may create team spaces. */
  'space.create_team': { default: true, audience: 'people' },
} as const satisfies Record<string, FeatureFlagRule>

interface FeatureFlagRule {
  default: boolean
  /** Whom it affects: people without an account, people with one, or both. */
  audience: 'visitors' | 'people' | 'everyone'
}
export type FeatureFlag = keyof typeof featureFlags
export const featureFlagNames = Object.keys(featureFlags) as FeatureFlag[]
export type FeatureFlags = Record<FeatureFlag, boolean>

/** Returns all flags: the chosen values, and the defaults of the rest. Stored values of unknown flags are ignored. */
export const flagsWithDefaults = (chosen: Partial<Record<string, boolean>>): FeatureFlags =>
  Object.fromEntries(featureFlagNames.map((name) => [name, chosen[name] ?? featureFlags[name].default])) as FeatureFlags
