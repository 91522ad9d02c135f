import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monotonePath } from './curve.ts'

/** Numbers of each curve segment: both control points and the end point. */
const parseCurves = (path: string) =>
  path
    .split('C')
    .slice(1)
    .map((text) => text.split(',').map(Number))

test('a curve passes through every point and stays in the range of the two points it joins', () => {
  const heights = [100, 20, 20, 90, 0, 0, 55, 54, 100, 3]
  const points = heights.map((y, index) => [index * 12, y] as const)
  const path = monotonePath(points)
  assert.ok(path.startsWith('M0,100C'))
  parseCurves(path).forEach(([, leave, , arrive, x, y], index) => {
    const [low, high] = [Math.min(heights[index]!, y!), Math.max(heights[index]!, y!)]
    assert.equal(x, (index + 1) * 12)
    assert.equal(y, heights[index + 1])
    const isInner = index > 0 && index < heights.length - 2
    if (isInner) for (const pull of [leave!, arrive!]) assert.ok(pull >= low && pull <= high, `${index}: ${pull}`)
  })
})

test('two points give a straight line, one a dot, none nothing', () => {
  const straight = [
    [0, 0],
    [30, 30],
  ] as const
  assert.equal(monotonePath(straight), 'M0,0C10,10,20,20,30,30')
  assert.equal(monotonePath([[5, 7]]), 'M5,7')
  assert.equal(monotonePath([]), '')
})
