import {
  BookOpen,
  Blocks,
  Code2,
  Compass,
  Keyboard,
  Languages,
  LayoutGrid,
  LibraryBig,
  LogOut,
  Moon,
  Settings2,
  ShieldCheck,
  Sun,
  SunMoon,
  UserRound,
  Users,
  Webhook,
} from 'lucide-react'
import { createActions } from '#lib/create-actions.ts'
import { languageNames, languages, textOf } from '#lib/i18n.ts'
import type { PaletteContext, PaletteItem, PaletteSource } from '#lib/palette.ts'
import { readTheme, setTheme, themes } from '#lib/theme.ts'
import { signOut } from '../account-menu.tsx'
import { shortcutSheet } from '../palette-state.ts'
import { saveLanguage } from '../save-language.ts'

const themeIcons = { light: Sun, dark: Moon, system: SunMoon }

function pages({ space, account }: PaletteContext): PaletteItem[] {
  const t = textOf('shell')
  const page = (id: string, icon: PaletteItem['icon'], label: string, href: string): PaletteItem => ({
    id: `page:${id}`,
    group: 'goto',
    icon,
    label,
    href,
  })
  const inSpace = space
    ? [
        page('develop', LayoutGrid, t('title.develop'), `/space/${space.id}/develop`),
        page('library', LibraryBig, t('title.library'), `/space/${space.id}/library`),
        page('members', Users, t('title.members'), `/space/${space.id}/members`),
      ]
    : []
  return [
    ...inSpace,
    page('plugins', Blocks, t('palette.pluginStore'), '/explore/plugin'),
    page('templates', Compass, t('palette.templateStore'), '/explore/template'),
    page('account', UserRound, t('account.settings'), '/account'),
    page('privacy', ShieldCheck, t('palette.privacy'), '/account/privacy'),
    page('developer', Webhook, t('palette.developer'), '/account/developer'),
    ...(account.is_instance_owner ? [page('admin', Settings2, t('account.admin'), '/admin')] : []),
    page('docs', BookOpen, t('title.docs'), '/docs'),
    page('api', Code2, t('palette.api'), '/open/docs'),
  ]
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

/** Pages and actions of the shell. Spaces and people have tiles and are listed separately. */
export const shellSources: readonly PaletteSource[] = [
  { id: 'shell.pages', groups: ['goto'], list: pages },
  { id: 'shell.actions', groups: ['do'], list: actions },
]
