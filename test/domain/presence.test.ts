import { createInProcessPresence } from '../../src/domain/presence.js'
import { describePresence } from '../support/presence-battery.js'

describePresence('presence of one process', createInProcessPresence)
