import Joi from 'joi';
import { passwordLength } from './password-length.ts';

/*
 * The fields of the forms, each with the name that its page shows.
 */

export const email = Joi.string()
  .trim()
  .lowercase()
  .max(254)
  .email({ tlds: { allow: false } })
  .required()
  .label('The e-mail address')
  .messages({ 'string.email': '{#label} is not complete; write it as name@example.com' });

/** A password that is compared. */
export const password = Joi.string().max(passwordLength.max).required().label('The password');

/** A password that is chosen. */
export const newPassword = Joi.string()
  .min(passwordLength.min)
  .max(passwordLength.max)
  .required()
  .label('The password');

const noControls = /^[^\p{Cc}]*$/u;

/** How a person or an account is called. */
export const name = Joi.string()
  .trim()
  .min(1)
  .max(100)
  .pattern(noControls)
  .required()
  .label('The name')
  .messages({ 'string.pattern.base': '{#label} must not contain control characters' });

/** The page to open after signing in. */
export const to = Joi.string().allow('').max(1000).default('').label('The page');

/** Of a link in a mail. */
export const linkToken = Joi.string().max(2000).default('');

/** The JSON that a device has signed. */
export const passkeyResponse = Joi.string().max(20_000).required().label('The response of the device');
