import { Suspense } from 'react'
import { CopyButton } from './copy-button.tsx'
import { lazyComponent } from './lazy-part.tsx'
import { Skeleton } from './skeleton.tsx'

const QrImage = lazyComponent(() => import('./qr-image.tsx').then((m) => m.QrImage))

/** The secret for an authenticator app, as a QR code and as text. */
export function AuthenticatorKey({ otpauthUrl, secret }: { otpauthUrl: string; secret: string }) {
  return (
    <>
      <p className="text-ink-2">
        Scan this with an authenticator app, such as Google Authenticator, Microsoft Authenticator or Aegis.
      </p>
      <div className="flex flex-wrap items-center gap-5">
        <Suspense fallback={<Skeleton className="size-40" />}>
          <QrImage text={otpauthUrl} label="QR code for the authenticator app" />
        </Suspense>
        <div className="flex min-w-0 flex-1 basis-48 flex-col items-start gap-2">
          <p className="text-sm text-muted">Can’t scan it? Type this key into the app:</p>
          <p className="figures font-medium wrap-anywhere">{secret.match(/.{1,4}/g)!.join(' ')}</p>
          <CopyButton text={secret} label="Copy key" />
        </div>
      </div>
    </>
  )
}
