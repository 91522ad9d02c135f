import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullCrop, moveCrop, zoomCrop } from './crop.ts'

// At zoom 1 the picture is 540 wide: 95 px outside the frame on each side, none above or below.
const frame = { width: 350, height: 270, picture: { naturalWidth: 2000, naturalHeight: 1000 } }

test('an image is moved until its edge meets the frame, and no further', () => {
  assert.deepEqual(moveCrop(fullCrop, frame, 40, 25), { zoom: 1, x: 40, y: 0 })
  assert.deepEqual(moveCrop(fullCrop, frame, -900, 0), { zoom: 1, x: -95, y: 0 })
})

test('zooming keeps the centre of the image, and never uncovers the frame', () => {
  const near = zoomCrop({ zoom: 1, x: 50, y: 0 }, frame, 2)
  assert.deepEqual(near, { zoom: 2, x: 100, y: 0 })
  const away = zoomCrop(moveCrop(near, frame, 0, 500), frame, 1)
  assert.deepEqual(away, { zoom: 1, x: 50, y: 0 })
})
