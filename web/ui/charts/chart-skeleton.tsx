import { Loading, Skeleton } from '../skeleton.tsx'

/** Placeholder of a chart, with its title: as high as the chart that follows. */
export const ChartSkeleton = ({ label }: { label: string }) => (
  <div className="flex flex-col gap-3">
    <p className="font-semibold">{label}</p>
    <Loading className="h-[260px]">
      <Skeleton className="h-full w-full rounded-md!" />
    </Loading>
  </div>
)
