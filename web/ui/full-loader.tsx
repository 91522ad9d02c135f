import { messages } from '@adire/contract/messages.ts'
import { Spinner } from './spinner.tsx'

export function FullLoader() {
  return (
    <div role="status" className="flex min-h-dvh flex-col items-center justify-center gap-3 text-muted">
      <Spinner className="size-6 text-brand" />
      {messages.loading}
    </div>
  )
}
