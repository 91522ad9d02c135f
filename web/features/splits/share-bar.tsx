/** Bar for a share from 0 to 1. Decorative: the value is in the text beside it. */
export const ShareBar = ({ share, over = false }: { share: number; over?: boolean }) => (
  <svg width="100%" height="6" className="block overflow-hidden rounded-full" aria-hidden="true">
    <rect width="100%" height="6" className="fill-neutral-soft" />
    <rect width={`${Math.min(1, share) * 100}%`} height="6" rx="3" className={over ? 'fill-bad' : 'fill-brand'} />
  </svg>
)
