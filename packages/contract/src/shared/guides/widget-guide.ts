import type { Guide } from './guide.ts'

/** Embed the chat of a published bot or project in a web page. */
export const widget: Guide = {
  id: 'widget',
  needs: [],
  isPage: true,
  examples: {
    html: `<!-- Before the end of the body. data-side, data-theme, data-lang and data-open are optional.
     A page with a content security policy allows https://studio.example in script-src and frame-src. -->
<script async src="https://studio.example/widget.js" data-key="WIDGET_KEY" data-color="#0a7a5a"></script>`,
    react: `// Copy the component and its types into your project:
//   curl -o src/orrery-chat.js https://studio.example/widget/react.js
//   curl -o src/orrery-chat.d.ts https://studio.example/widget/react.d.ts
import { useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { OrreryChat, type OrreryChatHandle } from './orrery-chat.js'

const chatOf = { server: 'https://studio.example', chatKey: 'WIDGET_KEY' }

function Shop() {
  const chat = useRef<OrreryChatHandle>(null)
  const [isOpen, setOpen] = useState(false)
  const [isHelp, setHelp] = useState(false)
  return (
    <main>
      <button onClick={() => chat.current?.open()}>Ask us</button>
      <button onClick={() => setHelp(!isHelp)}>Help page</button>
      <output>{isOpen ? 'The chat is open' : 'The chat is closed'}</output>
      {/* A button in the corner of the window. */}
      <OrreryChat {...chatOf} ref={chat} color="#0a7a5a" side="left" onOpenChange={setOpen} />
      {/* The chat as a part of the page. */}
      {isHelp && <OrreryChat {...chatOf} layout="inline" theme="light" style={{ width: 420, height: 560 }} />}
    </main>
  )
}

createRoot(document.getElementById('root')!).render(<Shop />)`,
  },
}
