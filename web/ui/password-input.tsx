import { Eye, EyeOff } from 'lucide-react'
import { type InputHTMLAttributes, type Ref, useState } from 'react'
import { IconButton } from './button.tsx'
import { Input } from './input.tsx'

type PasswordInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { ref?: Ref<HTMLInputElement> }

/** Password field. `autoComplete` is "current-password" or "new-password". */
export function PasswordInput(props: PasswordInputProps) {
  const [isVisible, setVisible] = useState(false)
  return (
    <Input
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={isVisible ? 'text' : 'password'}
      after={
        <IconButton
          label={isVisible ? 'Hide password' : 'Show password'}
          onClick={() => setVisible(!isVisible)}
          className="size-8! pointer-coarse:size-10!"
        >
          {isVisible ? <EyeOff strokeWidth={1.75} /> : <Eye strokeWidth={1.75} />}
        </IconButton>
      }
    />
  )
}
