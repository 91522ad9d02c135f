import { Fingerprint } from 'lucide-react'
import { Button } from './button.tsx'
import { ErrorStrip } from './error-strip.tsx'

type PasskeyButtonProps = {
  passkey: { error: string | undefined; isBusy: boolean; signIn: () => void }
  tone?: 'primary' | 'secondary'
}

/** Button that signs in with a passkey, with its error above it. */
export const PasskeyButton = ({ passkey: { error, isBusy, signIn }, tone = 'secondary' }: PasskeyButtonProps) => (
  <div className="flex flex-col gap-4">
    {error && <ErrorStrip message={error} />}
    <Button
      tone={tone}
      size="lg"
      wide
      busy={isBusy}
      icon={<Fingerprint strokeWidth={1.75} aria-hidden="true" />}
      onClick={signIn}
    >
      Use a passkey
    </Button>
  </div>
)

/** Line between two ways to continue. */
export const OrLine = () => (
  <p className="my-5 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
    or
  </p>
)
