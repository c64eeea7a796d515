// Registers the elements. Safe to load twice, also under two addresses.
import { RateStepper } from './rate-stepper.js';

if (!customElements.get('rate-stepper')) customElements.define('rate-stepper', RateStepper);
