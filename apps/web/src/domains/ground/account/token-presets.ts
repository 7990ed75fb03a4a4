/** The most common purposes of tokens. A preset contains those of its permissions that this server knows. */
const presets = {
  chat: /^(Bot\.(chat|view)|Conversation\.|Message\.|File\.|Audio\.|Workspace\.list$)/,
  workflow: /^(Workflow\.(run|view)|File\.|Workspace\.list$)/,
  knowledge: /^(Knowledge\.|File\.|Workspace\.list$)/,
  read: /\.(view|list|listDocument|listAuthorized|listVoice|retrieve|profile)$/,
  all: /./,
} as const
export type Preset = keyof typeof presets
export const presetNames = Object.keys(presets) as Preset[]

export const scopesOfPreset = (preset: Preset, all: readonly string[]): ReadonlySet<string> =>
  new Set(all.filter((scope) => presets[preset].test(scope)))

/** The preset with exactly these permissions, if any. */
export const presetOf = (scopes: ReadonlySet<string>, all: readonly string[]): Preset | undefined =>
  presetNames.find((preset) => {
    const wanted = scopesOfPreset(preset, all)
    return wanted.size === scopes.size && [...wanted].every((scope) => scopes.has(scope))
  })
