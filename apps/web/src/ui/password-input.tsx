import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from './icon-button.tsx'
import { Input, type InputProps } from './input.tsx'

export function PasswordInput(props: Omit<InputProps, 'type' | 'after'>) {
  const t = useT('ui')
  const [shown, setShown] = useState(false)
  return (
    <Input
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      after={
        <IconButton
          size="sm"
          icon={shown ? EyeOff : Eye}
          label={shown ? t('password.hide') : t('password.show')}
          disabled={props.disabled}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
