import { nextVersions, versionFault } from '@orrery/contract/shared/version-name'
import { useState } from 'react'
import type { Channel, PublishState } from './publish-port.ts'

/** The selection for the next publication: the version, the channels, and the workflows of each channel. */
export function usePublishChoice(state: PublishState) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => {
    const live = state.channels.filter((channel) => channel.publishId)
    const ready = state.channels.filter((channel) => channel.isReady)
    return new Set((live.length > 0 ? live : ready).map((channel) => channel.id))
  })
  const [typedVersion, setVersion] = useState<string | null>(null)
  const [flows, setFlows] = useState<Readonly<Record<string, readonly string[]>>>({})
  const [values, setValues] = useState<Readonly<Record<string, Readonly<Record<string, string>>>>>({})
  const next = nextVersions(state.lastName)
  const version = state.ownName || (typedVersion ?? (state.lastName ? next.minor : next.major))
  const flowsOf = (channel: Channel) => chosenFlows(channel, flows[channel.id])
  const chosenOf = (channel: Channel) => chosenValues(channel, values[channel.id])
  const targets = state.channels.filter((channel) => chosen.has(channel.id) && channel.isReady)
  return {
    chosen,
    setChosen,
    version,
    setVersion,
    fault: state.ownName ? undefined : versionFault(version, state.lastName),
    targets,
    flowsOf,
    /** Whether the channel would serve the same as now: this version with the same workflows and settings. */
    serves: (channel: Channel, versionName: string): boolean =>
      channel.versionName === versionName &&
      isSameSet(flowsOf(channel), chosenFlows(channel, undefined)) &&
      Object.entries(chosenOf(channel)).every(([key, value]) => channel.chosen?.[key] === value),
    setFlows: (channelId: string, ids: readonly string[]) => setFlows({ ...flows, [channelId]: ids }),
    chosenOf,
    setValue: (channelId: string, key: string, value: string) =>
      setValues({ ...values, [channelId]: { ...values[channelId], [key]: value } }),
    lacksValue: targets.some((target) => Object.keys(chosenOf(target)).length < (target.choices?.length ?? 0)),
    lacksFlow: targets.some((target) => target.flows.length > 0 && flowsOf(target).length === 0),
  }
}

/**
 * The workflows that a channel gets: the current selection, otherwise the last published ones, otherwise all that it
 * can take. Deleted workflows are omitted.
 */
function chosenFlows({ flows, given, isSingle }: Channel, input: readonly string[] | undefined): readonly string[] {
  const there = (ids: readonly string[]) => ids.filter((id) => flows.some((flow) => flow.id === id))
  if (input) return there(input)
  const last = there(given)
  if (last.length > 0) return last
  const all = flows.map((flow) => flow.id)
  return isSingle ? all.slice(0, 1) : all
}

/** The selected settings, otherwise the last ones, as long as the channel still offers them. */
function chosenValues(
  { choices = [], chosen = {} }: Channel,
  input: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    choices.flatMap(({ key, values }) => {
      const value = input[key] ?? chosen[key]
      return value !== undefined && values.some((item) => item.value === value) ? [[key, value]] : []
    }),
  )
}

const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id))
