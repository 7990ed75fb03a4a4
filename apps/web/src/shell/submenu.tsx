import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Blocks, Clock, LayoutTemplate, Package, Search, Star, Swords } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { favouriteProjectsQuery, favouritesQuery } from '#lib/favourites.ts'
import { useT } from '#lib/i18n.ts'
import { useRecent } from '#lib/recent.ts'
import { useSpaceOrNone } from '#lib/spaces.ts'
import { Icon, type IconType } from '#ui/icon.tsx'
import { KeyCap } from '#ui/key-cap.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { StoreCategories } from '#domains/market/explore/index.ts'
import { palette } from '#lib/palette-state.ts'
import { isShown, spaceGroups, type SpacePage, spacePages, tabsOf } from './space-pages.ts'
import { SpaceSwitch } from './space-switch.tsx'
import { SubmenuHead, type SubmenuProps, SubmenuTitle } from './submenu-head.tsx'

const row = 'flex h-8 items-center gap-2.5 rounded-md px-2 transition-colors hover:bg-hover'
export const submenuRow = cn(
  row,
  'data-[status=active]:bg-brand-soft data-[status=active]:font-medium data-[status=active]:text-brand [&:not([data-status=active])>svg]:text-mute',
)
/** The open page of a group is highlighted, not the group. */
const groupRow = cn(row, '[&>svg]:text-mute')

/** The attributes that the router sets on the link of the current page. */
const onPage = { 'data-status': 'active', 'aria-current': 'page' } as const

export function SpaceSubmenu({ onFold }: SubmenuProps) {
  const t = useT('shell')
  const space = useSpaceOrNone()
  const pathname = useLocation({ select: (location) => location.pathname })
  if (!space) return null
  const at = (path: string) => `/space/${space.id}/${path}`
  const isOpen = (page: SpacePage) => pathname === at(page.path) || pathname.startsWith(`${at(page.path)}/`)
  const isOnTab = (page: SpacePage) => tabsOf(page).some(({ path }) => pathname === at(path))
  const pages = spacePages.filter((page) => isShown(page, space))
  const openGroup = groupOf(pages.find((page) => groupOf(page) && isOpen(page)))
  return (
    <>
      <SubmenuHead onFold={onFold}>
        <SpaceSwitch space={space} />
      </SubmenuHead>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-2 pb-3">
        <JumpTo />
        <nav aria-label={t('submenu.label')} className="mt-2 flex flex-col gap-0.5">
          {pages.map((page, index) => {
            const group = groupOf(page)
            return (
              <Fragment key={page.path}>
                {startsPart(pages, index) && <div aria-hidden className="mx-2 my-1.5 border-t border-line" />}
                {group && startsGroup(pages, index) && (
                  <Link to={`/space/$space_id/${page.path}`} params={{ space_id: space.id }} className={groupRow}>
                    <Row icon={spaceGroups[group].icon}>{t(spaceGroups[group].name)}</Row>
                  </Link>
                )}
                {(!group || group === openGroup) && (
                  <Link
                    to={`/space/$space_id/${page.path}`}
                    params={{ space_id: space.id }}
                    className={cn(submenuRow, group && 'h-7 pl-8.5')}
                    {...(isOnTab(page) && onPage)}
                  >
                    {group ? (
                      <span className="truncate">{t(page.name)}</span>
                    ) : (
                      <Row icon={page.icon}>{t(page.name)}</Row>
                    )}
                  </Link>
                )}
              </Fragment>
            )
          })}
        </nav>
        <FavouriteSection spaceId={space.id} />
        <RecentSection spaceId={space.id} />
      </div>
    </>
  )
}

/** Whether this row is the first visible one of a part. */
const startsPart = (pages: readonly SpacePage[], index: number): boolean =>
  index > 0 && pages[index]?.part !== pages[index - 1]?.part
const groupOf = (page: SpacePage | undefined) => page?.group
const startsGroup = (pages: readonly SpacePage[], index: number): boolean =>
  pages[index]?.group !== pages[index - 1]?.group

export function ExploreSubmenu({ onFold }: SubmenuProps) {
  const t = useT('shell')
  return (
    <>
      <SubmenuHead onFold={onFold}>
        <SubmenuTitle>{t('nav.explore')}</SubmenuTitle>
      </SubmenuHead>
      <nav aria-label={t('nav.explore')} className="flex flex-col gap-0.5 px-2">
        <Link to="/explore/plugin" className={submenuRow}>
          <Row icon={Blocks}>{t('nav.plugins')}</Row>
        </Link>
        <Link to="/explore/template" className={submenuRow}>
          <Row icon={LayoutTemplate}>{t('nav.templates')}</Row>
        </Link>
        <Link to="/explore/favourites" className={submenuRow}>
          <Row icon={Star}>{t('nav.favourites')}</Row>
        </Link>
        <Link to="/explore/mine" className={submenuRow}>
          <Row icon={Package}>{t('nav.listings')}</Row>
        </Link>
        <Link to="/explore/arena" className={submenuRow}>
          <Row icon={Swords}>{t('nav.arena')}</Row>
        </Link>
      </nav>
      <StoreCategories />
    </>
  )
}

function Row({ icon, children }: { icon: IconType; children: ReactNode }) {
  return (
    <>
      <Icon of={icon} className="shrink-0" />
      <span className="truncate">{children}</span>
    </>
  )
}

function JumpTo() {
  const t = useT('shell')
  return (
    <button
      type="button"
      onClick={() => palette.set(true)}
      className="flex h-8 shrink-0 items-center gap-2 rounded-md border border-line bg-card px-2 text-mute transition-colors hover:border-line-strong"
    >
      <Icon of={Search} />
      <span className="flex-1 truncate text-left">{t('submenu.jump')}</span>
      <KeyCap keys="mod+k" />
    </button>
  )
}

function FavouriteSection({ spaceId }: { spaceId: string }) {
  const t = useT('shell')
  const { data = [] } = useQuery(favouritesQuery)
  const { data: projects = [] } = useQuery(favouriteProjectsQuery(spaceId))
  const bots = data.filter((bot) => bot.space_id === spaceId)
  return (
    <SideSection icon={Star} title={t('submenu.favourites')} empty={t('submenu.favouritesEmpty')}>
      {[
        ...bots.map((bot) => (
          <Link
            key={bot.id}
            to="/space/$space_id/bot/$bot_id"
            params={{ space_id: spaceId, bot_id: bot.id }}
            className={submenuRow}
          >
            <PictureTile id={bot.id} kind="bot" src={bot.icon_url} size={18} />
            <span className="truncate">{bot.name}</span>
          </Link>
        )),
        ...projects.map(({ id, name, icon_url }) => (
          <Link
            key={id}
            to="/space/$space_id/project-ide/$project_id"
            params={{ space_id: spaceId, project_id: id }}
            className={submenuRow}
          >
            <PictureTile id={id} kind="project" src={icon_url} size={18} />
            <span className="truncate">{name}</span>
          </Link>
        )),
      ]}
    </SideSection>
  )
}

function RecentSection({ spaceId }: { spaceId: string }) {
  const t = useT('shell')
  const items = useRecent(spaceId)
  return (
    <SideSection icon={Clock} title={t('submenu.recent')} empty={t('submenu.recentEmpty')}>
      {items.map((item) => (
        <Link key={item.kind + item.id} to={item.href} className={submenuRow}>
          <PictureTile id={item.id} kind={item.kind} src={item.icon} size={18} />
          <span className="truncate">{item.name}</span>
        </Link>
      ))}
    </SideSection>
  )
}

interface SideSectionProps {
  icon: IconType
  title: string
  /** The text shown while the list is empty. */
  empty: string
  children?: readonly ReactNode[]
}

function SideSection({ icon, title, empty, children }: SideSectionProps) {
  return (
    <section className="mt-5">
      <h2 className="group-label flex h-6 items-center gap-2 px-2 font-normal">
        <Icon of={icon} size={12} />
        {title}
      </h2>
      {children && children.length > 0 ? (
        <div className="mt-1 flex flex-col">{children}</div>
      ) : (
        <p className="px-2 py-1 text-small text-mute">{empty}</p>
      )}
    </section>
  )
}
