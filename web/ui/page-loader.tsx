import { Spinner } from './spinner.tsx'

/** Shown inside the frame while the chunk of a page loads. */
export const PageLoader = () => (
  <div className="flex min-h-[60dvh] items-center justify-center text-brand">
    <Spinner className="size-6" />
  </div>
)
