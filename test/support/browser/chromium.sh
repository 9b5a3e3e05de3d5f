#!/bin/bash
# Starts $CHROMIUM with Playwright's arguments and other features. Chromium reads only its last --disable-features, and
# Playwright passes one, so $FEATURES_OFF are added to that one, and $FEATURE_ON is taken out of it.
arguments=("${@/#--disable-features=/--disable-features=$FEATURES_OFF,}")
exec "$CHROMIUM" "${arguments[@]/,$FEATURE_ON,/,}"
