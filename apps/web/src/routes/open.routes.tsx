import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { instanceQuery } from '#lib/instance.ts'
import { requireAccount, skipWhenSigned } from './guards.ts'
import { rootRoute } from './root.route.tsx'
import { connectSearch, consentSearch, filePageSearch, signSearch } from './search-params.ts'

/** Public pages without the rail. */
const signRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign',
  validateSearch: signSearch,
  beforeLoad: ({ context, search }) => skipWhenSigned(context, search.redirect),
  // The form depends on the instance; if it cannot be loaded, the page still opens and shows the error.
  loader: ({ context }) => context.queryClient.prefetchQuery(instanceQuery),
  component: lazyRouteComponent(() => import('#domains/ground/passport/pages/sign-page.tsx'), 'SignPage'),
  staticData: { page: { title: 'title.sign' } },
})

const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invite/$key',
  component: lazyRouteComponent(() => import('#domains/ground/passport/pages/invite-page.tsx'), 'InvitePage'),
  staticData: { page: { title: 'title.invite' } },
})

const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join/$key',
  component: lazyRouteComponent(() => import('#domains/enterprise/enterprise/pages/join-page.tsx'), 'JoinPage'),
  staticData: { page: { title: 'title.join' } },
})

/** A form that starts a workflow. Everyone with the address can fill it in. */
const formRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/form/$key',
  component: lazyRouteComponent(() => import('#domains/flow/form/pages/form-page.tsx'), 'FormPage'),
  staticData: { page: { title: 'title.form' } },
})

const authSuccessRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/information/auth/success',
  component: lazyRouteComponent(
    () => import('#domains/ground/passport/pages/auth-success-page.tsx'),
    'AuthSuccessPage',
  ),
  staticData: { page: { title: 'title.authSuccess' } },
})

const consentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/oauth/consent',
  validateSearch: consentSearch,
  beforeLoad: requireAccount,
  component: lazyRouteComponent(() => import('#domains/ground/oauth/pages/consent-page.tsx'), 'ConsentPage'),
  staticData: { page: { title: 'title.consent' } },
})

/** The service of a custom channel redirects people to this page. */
const connectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/oauth/connector',
  validateSearch: connectSearch,
  beforeLoad: requireAccount,
  component: lazyRouteComponent(() => import('#domains/reach/connector/pages/connect-page.tsx'), 'ConnectPage'),
  staticData: { page: { title: 'title.connect' } },
})

const filePageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/filebox',
  validateSearch: filePageSearch,
  component: lazyRouteComponent(() => import('#domains/resources/filebox/pages/file-page.tsx'), 'FilePage'),
  staticData: { page: { title: 'title.file' } },
})

const docsPage = lazyRouteComponent(() => import('#domains/reach/docs/pages/docs-page.tsx'), 'DocsPage')
const docs = { component: docsPage, staticData: { page: { title: 'nav.guide' } } } as const
const docsRoute = createRoute({ getParentRoute: () => rootRoute, path: '/docs', ...docs })
const docsBelowRoute = createRoute({ getParentRoute: () => rootRoute, path: '/docs/$', ...docs })
const openDocsRoute = createRoute({ getParentRoute: () => rootRoute, path: '/open/docs', ...docs })
const openDocsBelowRoute = createRoute({ getParentRoute: () => rootRoute, path: '/open/docs/$', ...docs })

export const openRoutes = [
  signRoute,
  inviteRoute,
  joinRoute,
  formRoute,
  authSuccessRoute,
  consentRoute,
  connectRoute,
  filePageRoute,
  docsRoute,
  docsBelowRoute,
  openDocsRoute,
  openDocsBelowRoute,
] as const
