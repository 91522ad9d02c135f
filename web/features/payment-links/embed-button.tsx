import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { Code } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'

const EmbedModal = lazyComponent(() => import('./embed-modal.tsx').then((m) => m.EmbedModal))

export function EmbedButton({ link }: { link: PaymentLink }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button tone="ghost" icon={<Code strokeWidth={1.75} />} onClick={() => setOpen(true)}>
        Embed
      </Button>
      {open && (
        <Suspense fallback={<FullLoader />}>
          <EmbedModal link={link} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
