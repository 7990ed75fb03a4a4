import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { requireAccount } from './guards.ts'
import { visitRoute } from './root.route.tsx'
import { storeSearch } from './search-params.ts'

/** The marketplace: two stores, their products, and the favourites and listings of the user. */
const parent = createRoute({
  getParentRoute: () => visitRoute,
  path: '/explore',
  component: lazyRouteComponent(() => import('#domains/market/explore/components/explore-outlet.tsx'), 'ExploreOutlet'),
  staticData: { page: { title: 'nav.explore', submenu: 'explore' } },
})
const homeRoute = createRoute({
  getParentRoute: () => parent,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/explore/plugin', replace: true })
  },
})
const pluginsRoute = createRoute({
  getParentRoute: () => parent,
  path: 'plugin',
  validateSearch: storeSearch,
  component: lazyRouteComponent(() => import('#domains/market/explore/pages/plugin-store-page.tsx'), 'PluginStorePage'),
  staticData: { page: { title: 'nav.plugins', section: 'nav.explore' } },
})
const templatesRoute = createRoute({
  getParentRoute: () => parent,
  path: 'template',
  validateSearch: storeSearch,
  component: lazyRouteComponent(
    () => import('#domains/market/explore/pages/template-store-page.tsx'),
    'TemplateStorePage',
  ),
  staticData: { page: { title: 'nav.templates', section: 'nav.explore' } },
})
const productPage = () => import('#domains/market/explore/pages/product-page.tsx')
const pluginRoute = createRoute({
  getParentRoute: () => parent,
  path: 'plugin/$product_id',
  component: lazyRouteComponent(productPage, 'PluginProductPage'),
  staticData: { page: { title: 'title.product', section: 'nav.explore', submenu: undefined } },
})
const templateRoute = createRoute({
  getParentRoute: () => parent,
  path: 'template/$product_id',
  component: lazyRouteComponent(productPage, 'TemplateProductPage'),
  staticData: { page: { title: 'title.product', section: 'nav.explore', submenu: undefined } },
})
const favouritesRoute = createRoute({
  getParentRoute: () => parent,
  path: 'favourites',
  beforeLoad: requireAccount,
  validateSearch: storeSearch,
  component: lazyRouteComponent(() => import('#domains/market/explore/pages/favourites-page.tsx'), 'FavouritesPage'),
  staticData: { page: { title: 'nav.favourites', section: 'nav.explore' } },
})
const ownRoute = createRoute({
  getParentRoute: () => parent,
  path: 'mine',
  beforeLoad: requireAccount,
  component: lazyRouteComponent(() => import('#domains/market/seller/pages/own-products-page.tsx'), 'OwnProductsPage'),
  staticData: { page: { title: 'nav.listings', section: 'nav.explore' } },
})

const arenaRoute = createRoute({
  getParentRoute: () => parent,
  path: 'arena',
  beforeLoad: requireAccount,
  component: lazyRouteComponent(() => import('#domains/market/arena/pages/arena-page.tsx'), 'ArenaPage'),
  staticData: { page: { title: 'nav.arena', section: 'nav.explore' } },
})
const leaderboardRoute = createRoute({
  getParentRoute: () => parent,
  path: 'arena/leaderboard',
  beforeLoad: requireAccount,
  component: lazyRouteComponent(() => import('#domains/market/arena/pages/leaderboard-page.tsx'), 'LeaderboardPage'),
  staticData: { page: { title: 'nav.leaderboard', section: 'nav.explore' } },
})

export const exploreRoute = parent.addChildren([
  homeRoute,
  pluginsRoute,
  templatesRoute,
  pluginRoute,
  templateRoute,
  favouritesRoute,
  ownRoute,
  arenaRoute,
  leaderboardRoute,
])
