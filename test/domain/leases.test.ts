import { createInProcessLeases } from '../../src/domain/leases.js'
import { describeLeases } from '../support/lease-battery.js'

describeLeases('leases of one process', createInProcessLeases)
