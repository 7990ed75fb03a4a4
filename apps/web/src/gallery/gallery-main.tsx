import { createRoot } from 'react-dom/client'
import '../styles/index.css'
import { startI18n } from '../lib/i18n.ts'
import { startTheme } from '../lib/theme.ts'

startTheme()
await startI18n()
const { Gallery } = await import('./gallery.tsx')
createRoot(document.getElementById('root')!).render(<Gallery />)
