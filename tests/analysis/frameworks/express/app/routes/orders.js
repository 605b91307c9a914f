const { Router } = require('express')
const controller = require('../controllers/orders')
const { asyncHandler } = require('../middleware/async')

const router = Router({ mergeParams: true })

router.get('/', controller.list)
router.post('/', asyncHandler(controller.create))
router
  .route('/:id')
  .get(controller.show)
  .put(asyncHandler(controller.change))
router.patch('/:id/state', [check, controller.change])

function check(req, res, next) {
  next()
}

module.exports = router
