import { createRoot } from 'react-dom/client'
import '#styles/index.css'
import { startI18n } from '#lib/i18n.ts'
import { startTheme } from '#lib/theme.ts'
import { Gallery } from './gallery.tsx'

startTheme()
await startI18n()
createRoot(document.getElementById('root')!).render(<Gallery />)
