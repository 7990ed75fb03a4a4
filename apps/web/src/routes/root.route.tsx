import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import { FailedRoute } from '#shell/failed-route.tsx'
import { MissingRoute } from '#shell/missing-route.tsx'
import { loadStudioFrame } from '#shell/load-studio-frame.ts'
import { Shell } from '#shell/shell.tsx'
import { admitVisitor, requireAccount, type RouterContext } from './guards.ts'

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  notFoundComponent: MissingRoute,
  errorComponent: FailedRoute,
})

/** Pathless parent of all routes that require a signed-in user. */
export const signedRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed',
  beforeLoad: (options) => {
    // Loaded in parallel with the first calls to the server, not after them.
    loadStudioFrame().catch(() => {})
    return requireAccount(options)
  },
  staticData: { page: { sider: true } },
})

/** Pathless parent of the pages that visitors may read if the owner of the instance allows it. */
export const visitRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'visit',
  beforeLoad: async (options) => {
    // Visitors never need the frame.
    if (await admitVisitor(options)) loadStudioFrame().catch(() => {})
  },
  staticData: { page: { sider: true, visitors: true } },
})

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/space', replace: true })
  },
})
