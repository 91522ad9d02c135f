import type { Ref, TextareaHTMLAttributes } from 'react'
import { useField } from './field.tsx'

export function Textarea({
  className = '',
  rows = 4,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) {
  return <textarea rows={rows} {...useField()} {...rest} className={`field resize-y ${className}`} />
}
