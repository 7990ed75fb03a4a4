import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { movedAdminPages } from '#lib/settings-pages.ts'
import { signedRoute } from './root.route.tsx'
import { inboxSearch } from './search-params.ts'
import { pages } from './resource-pages.tsx'

/** Pages for signed-in people that belong to no single space. */
const workflowRoute = createRoute({ getParentRoute: () => signedRoute, ...pages.workflow })

const searchRoute = createRoute({
  getParentRoute: () => signedRoute,
  path: '/search/$word',
  component: lazyRouteComponent(() => import('#domains/library/search/pages/search-page.tsx'), 'SearchPage'),
  staticData: { page: { title: 'title.search' } },
})

const inboxRoute = createRoute({
  getParentRoute: () => signedRoute,
  path: '/inbox',
  validateSearch: inboxSearch,
  component: lazyRouteComponent(() => import('#domains/ground/notice/pages/inbox-page.tsx'), 'InboxPage'),
  staticData: { page: { title: 'nav.inbox' } },
})

const accountPage = lazyRouteComponent(() => import('./account-route-page.tsx'), 'AccountRoutePage')
const account = { component: accountPage, staticData: { page: { title: 'nav.account', submenu: 'account' } } } as const
const accountRoute = createRoute({ getParentRoute: () => signedRoute, path: '/account', ...account })
const accountBelowRoute = createRoute({ getParentRoute: () => signedRoute, path: '/account/$', ...account })

const adminPage = lazyRouteComponent(() => import('./admin-route-page.tsx'), 'AdminRoutePage')
const admin = { component: adminPage, staticData: { page: { title: 'nav.admin', submenu: 'admin' } } } as const
const adminRoute = createRoute({ getParentRoute: () => signedRoute, path: '/admin', ...admin })
const adminBelowRoute = createRoute({
  getParentRoute: () => signedRoute,
  path: '/admin/$',
  beforeLoad: ({ params }) => {
    const to = movedAdminPages[params._splat ?? '']
    if (to) throw redirect({ to: '/admin/$', params: { _splat: to }, replace: true })
  },
  ...admin,
})

const previewRoute = createRoute({
  getParentRoute: () => signedRoute,
  path: '/preview/$key',
  component: lazyRouteComponent(() => import('#domains/reach/connector/pages/preview-page.tsx'), 'PreviewPage'),
  staticData: { page: { title: 'title.preview' } },
})

const enterprisePage = lazyRouteComponent(() => import('./enterprise-route-page.tsx'), 'EnterpriseRoutePage')
const enterprise = {
  component: enterprisePage,
  staticData: { page: { title: 'nav.enterprise', submenu: 'enterprise' } },
} as const
const enterpriseRoute = createRoute({
  getParentRoute: () => signedRoute,
  path: '/enterprise/$enterprise_id',
  ...enterprise,
})
const enterpriseBelowRoute = createRoute({
  getParentRoute: () => signedRoute,
  path: '/enterprise/$enterprise_id/$',
  ...enterprise,
})

export const studioRoutes = [
  enterpriseRoute,
  enterpriseBelowRoute,
  workflowRoute,
  searchRoute,
  inboxRoute,
  previewRoute,
  accountRoute,
  accountBelowRoute,
  adminRoute,
  adminBelowRoute,
] as const
