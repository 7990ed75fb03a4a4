import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { log } from './log.ts'

/**
 * Where a page was opened from, and thus where its back link leads. It is part of the history state, so a copied
 * address does not carry it.
 */
const scenes = {
  workflow: ['library.view.workflow', 'create.workflow'],
  knowledge: ['library.view.knowledge'],
  database: ['library.view.database'],
  plugin: ['library.view.plugin', 'create.plugin'],
} as const satisfies Record<string, readonly string[]>

export type ScenePage = keyof typeof scenes
type SceneOf<P extends ScenePage> = (typeof scenes)[P][number]
type SceneName = SceneOf<ScenePage>

declare module '@tanstack/history' {
  interface HistoryState {
    scene?: SceneName
    /** Parameters of the scene: an address of this studio, never secrets. */
    sceneParams?: Record<string, string>
  }
}

export interface Scene<P extends ScenePage> {
  name: SceneOf<P>
  params: Record<string, string>
}

interface SceneState {
  scene?: string
  sceneParams?: Record<string, string>
}

/** The scene a page was opened in; a scene the page does not know is logged and ignored. */
export function readScene<P extends ScenePage>(page: P, state: SceneState, say = log): Scene<P> | null {
  if (!state.scene) return null
  const accepted: readonly string[] = scenes[page]
  if (accepted.includes(state.scene)) return { name: state.scene as SceneOf<P>, params: state.sceneParams ?? {} }
  say({
    name: 'wrong_scene',
    level: 'error',
    message: `page ${page} does not accept the scene ${state.scene}`,
    extra: { page, scene: state.scene },
  })
  return null
}

const silent = () => {}
const nowhere: SceneState = {}

export function useScene<P extends ScenePage>(page: P): Scene<P> | null {
  // During a navigation the address already belongs to the next page, so neither page reads its scene.
  const state = useRouterState({
    select: (router) => (router.status === 'idle' ? (router.location.state as SceneState) : nowhere),
  })
  const { scene } = state
  // Logged once per navigation, not while rendering.
  useEffect(() => {
    readScene(page, { scene })
  }, [page, scene])
  return readScene(page, state, silent)
}

/** The state of a link into a page whose back link leads to the current address. */
export const fromHere = (scene: SceneName): { scene: SceneName; sceneParams: { back: string } } => ({
  scene,
  sceneParams: { back: window.location.pathname + window.location.search },
})

export const isScenePage = (kind: string): kind is ScenePage => Object.hasOwn(scenes, kind)
