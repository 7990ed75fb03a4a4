import { createRoute, Outlet } from '@tanstack/react-router'
import { MissingRoute } from '#shell/missing-route.tsx'
import { requireMember } from './guards.ts'
import { signedRoute } from './root.route.tsx'

export const spacesRoute = createRoute({ getParentRoute: () => signedRoute, path: '/space' })
export const spaceRoute = createRoute({
  getParentRoute: () => spacesRoute,
  path: '$space_id',
  beforeLoad: ({ context, params, location }) => requireMember(context, params.space_id, location.pathname),
  component: Outlet,
  notFoundComponent: MissingRoute,
  staticData: { page: { title: 'nav.workspace' } },
})
