import { Keyboard, Languages, LogOut, Moon, Sun, SunMoon } from 'lucide-react'
import { createActions } from '#lib/create-actions.ts'
import { enterprisePages } from '#lib/enterprise-pages.ts'
import { enterprisesQuery, mayInEnterprise } from '#lib/enterprises.ts'
import { languageNames, languages, otherTextOf, textOf } from '#lib/i18n.ts'
import { instanceQuery } from '#lib/instance.ts'
import type { PaletteContext, PaletteItem, PaletteSource } from '#lib/palette.ts'
import { queryClient } from '#lib/query.ts'
import { readLastSpace } from '#lib/spaces.ts'
import { readTheme, setTheme, themes } from '#lib/theme.ts'
import { signOut } from '../account-menu.tsx'
import { shortcutSheet } from '#lib/palette-state.ts'
import { saveLanguage } from '../save-language.ts'
import { pageList } from './page-list.ts'

const themeIcons = { light: Sun, dark: Moon, system: SunMoon }

function pages({ space: here, spaces, account }: PaletteContext): PaletteItem[] {
  const t = textOf('shell')
  const other = otherTextOf('shell')
  const instance = queryClient.getQueryData(instanceQuery.queryKey)
  // Outside of spaces, the pages of the last used space are listed.
  const space = here ?? spaces.find(({ id }) => id === readLastSpace()) ?? spaces[0]
  return pageList({ space, isOwner: account.is_instance_owner, instance }).map(({ name, section, href }) => ({
    id: `page:${href}`,
    group: 'goto',
    label: t(name),
    note: section && t(section),
    // People search for a page by the name they know, which may be in the other language.
    keywords: [other(name), section && t(section), section && other(section)].filter(Boolean).join(' '),
    href,
  }))
}

function actions({ space }: PaletteContext): PaletteItem[] {
  const t = textOf('shell')
  const action = (id: string, icon: PaletteItem['icon'], label: string, run: () => void): PaletteItem => ({
    id: `do:${id}`,
    group: 'do',
    icon,
    label,
    run,
  })
  const made = createActions.list().filter((item) => item.may?.(space) ?? true)
  return [
    ...made.map((item) =>
      action(`create:${item.id}`, undefined, t('palette.create', { what: item.label() }), () => item.open(space)),
    ),
    ...themes
      .filter((theme) => theme !== readTheme())
      .map((theme) =>
        action(`theme:${theme}`, themeIcons[theme], `${t('rail.theme')}: ${t(`theme.${theme}`)}`, () =>
          setTheme(theme),
        ),
      ),
    ...languages
      .filter((language) => language !== document.documentElement.lang)
      .map((language) =>
        action(`language:${language}`, Languages, `${t('rail.language')}: ${languageNames[language]}`, () => {
          void saveLanguage(language)
        }),
      ),
    { ...action('shortcuts', Keyboard, t('account.shortcuts'), () => shortcutSheet.set(true)), keys: '?' },
    action('sign-out', LogOut, t('account.signOut'), () => void signOut()),
  ]
}

/** Pages of enterprises, with the name of the enterprise. */
function enterprises(): PaletteItem[] {
  const t = textOf('shell')
  const other = otherTextOf('shell')
  return (queryClient.getQueryData(enterprisesQuery.queryKey) ?? []).flatMap((enterprise) =>
    enterprisePages
      .filter((page) => mayInEnterprise(enterprise, page.can))
      .map(({ id, name }) => ({
        id: `enterprise:${enterprise.enterprise_id}:${id}`,
        group: 'goto' as const,
        label: t(name),
        note: enterprise.name,
        keywords: [other(name), enterprise.name, t('nav.enterprise'), other('nav.enterprise')].join(' '),
        href: `/enterprise/${enterprise.enterprise_id}/${id}`,
      })),
  )
}

/** Pages and actions of the shell. Spaces and people have tiles and are listed separately. */
export const shellSources: readonly PaletteSource[] = [
  { id: 'shell.pages', groups: ['goto'], list: pages },
  { id: 'shell.enterprises', groups: ['goto'], list: enterprises },
  { id: 'shell.actions', groups: ['do'], list: actions },
]
