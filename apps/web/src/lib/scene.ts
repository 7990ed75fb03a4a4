import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { log } from './log.ts'

/**
 * Why a page was opened. A link says where to go, a scene says what for: the page can then offer the way back or start
 * the intended action. It travels in the history state, so a copied address does not carry it.
 */
const scenes = {
  bot: ['workflow.back.bot', 'knowledge.addedTo.bot', 'plugin.back.bot', 'publish.back.bot', 'list.open.bot'],
  'bot-publish': ['bot.publish'],
  workflow: ['bot.view.workflow', 'bot.create.workflow', 'project.view.workflow', 'socialScene.view.workflow'],
  knowledge: ['bot.view.knowledge', 'bot.add.knowledge', 'workflow.view.knowledge', 'library.view.knowledge'],
  'knowledge-upload': ['bot.upload.knowledge', 'knowledge.upload', 'library.create.knowledge'],
  database: ['bot.view.database', 'workflow.view.database', 'library.view.database'],
  plugin: ['bot.view.plugin', 'workflow.view.plugin', 'library.view.plugin', 'mockSet.back.plugin'],
  'mock-set': ['plugin.view.mockSet', 'bot.view.mockSet', 'workflow.view.mockSet'],
  project: ['list.open.project', 'publish.back.project'],
  'project-publish': ['project.publish'],
  'social-scene': ['workflow.back.socialScene', 'list.open.socialScene'],
  library: ['resource.back.library'],
  develop: ['publish.done.develop', 'editor.back.develop'],
} as const satisfies Record<string, readonly string[]>

export type PageName = keyof typeof scenes
type SceneOf<P extends PageName> = (typeof scenes)[P][number]
type SceneName = SceneOf<PageName>

declare module '@tanstack/history' {
  interface HistoryState {
    scene?: SceneName
    /** Parameters of the scene: ids, never secrets. */
    sceneParams?: Record<string, string>
  }
}

export interface Scene<P extends PageName> {
  name: SceneOf<P>
  params: Record<string, string>
}

interface SceneState {
  scene?: string
  sceneParams?: Record<string, string>
}

/** The scene a page was opened in; a scene the page does not know is logged and ignored. */
export function readScene<P extends PageName>(page: P, state: SceneState, say = log): Scene<P> | null {
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

export function useScene<P extends PageName>(page: P): Scene<P> | null {
  // During a navigation the address already belongs to the next page, so neither page reads its scene.
  const state = useRouterState({
    select: (router) => (router.status === 'idle' ? (router.location.state as SceneState) : nowhere),
  })
  const { scene } = state
  // Said once per arrival, and not while rendering.
  useEffect(() => {
    readScene(page, { scene })
  }, [page, scene])
  return readScene(page, state, silent)
}
