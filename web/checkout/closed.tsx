import type { PageProps } from '../../api/features/checkout/page-props.ts'

/** A link that does not exist, or is closed for now: the two are told alike, so that nobody can try out addresses. */
export function Closed({ brand, isResuming }: Pick<PageProps, 'brand'> & { isResuming: boolean }) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center bg-surface px-6 py-12 text-center">
      <div className="dye-tile size-16 rounded-xl" />
      <h1 className="mt-6 text-xl font-semibold">This payment page is closed</h1>
      <p className="mt-2 max-w-sm text-balance text-muted">
        It does not exist, or the business does not take payments here at the moment.{' '}
        {isResuming
          ? 'If you have paid here just now, your receipt comes by e-mail.'
          : 'Please ask the business for a new link.'}
      </p>
      <p className="mt-4 text-muted wrap-anywhere">
        {brand.name} helps at{' '}
        <a href={`mailto:${brand.helpEmail}`} className="font-medium text-link underline underline-offset-2">
          {brand.helpEmail}
        </a>
      </p>
    </main>
  )
}
