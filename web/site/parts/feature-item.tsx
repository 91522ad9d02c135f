import type { ReactNode } from 'react'

/** Product illustration above a description. */
export function FeatureItem({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="flex flex-col overflow-hidden bg-surface">
      <div className="flex h-52 items-center justify-center border-b border-line bg-sunken p-6" aria-hidden="true">
        {children}
      </div>
      <div className="p-6">
        <h3 className="text-md font-semibold">{title}</h3>
        <p className="mt-1 text-md text-ink-2">{text}</p>
      </div>
    </li>
  )
}

export const featureGrid =
  'grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 lg:grid-cols-4'
